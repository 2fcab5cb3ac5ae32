import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A network that drops: a TCP relay in front of the server. */
export interface Proxy {
  readonly origin: string;
  /** Ends every connection and refuses new ones. */
  cut: () => void;
  restore: () => void;
  close: () => Promise<void>;
}

export const startProxy = async (target: string): Promise<Proxy> => {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  let up = true;
  const server = createServer((downstream) => {
    if (!up) {
      downstream.resetAndDestroy();
      return;
    }
    const upstream = connect(Number(port), hostname);
    for (const socket of [downstream, upstream]) {
      sockets.add(socket);
      socket.on('error', () => socket.destroy());
      socket.on('close', () => {
        sockets.delete(socket);
        downstream.destroy();
        upstream.destroy();
      });
    }
    downstream.pipe(upstream).pipe(downstream);
  });
  server.listen(0, 'localhost');
  await once(server, 'listening');
  const cutAll = (): void => {
    for (const socket of sockets) socket.resetAndDestroy();
  };
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    cut: () => {
      up = false;
      cutAll();
    },
    restore: () => {
      up = true;
    },
    close: async () => {
      cutAll();
      server.close();
      await once(server, 'close');
    },
  };
};
