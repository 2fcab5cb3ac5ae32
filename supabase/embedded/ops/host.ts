import { networkInterfaces } from 'node:os';
import { StartProblem } from '../http/problem.ts';

/** The machine's names and addresses. */

/** The port to listen on: `PORT`, or 4321. Throws StartProblem. */
export const readPort = (env: NodeJS.ProcessEnv = process.env): number => {
  const text = env['PORT'] ?? '4321';
  const port = Number(text);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    throw new StartProblem(`PORT is "${text}", but a port is a number from 1 to 65535.`);
  }
  return port;
};

/** This machine's origins as seen from its network. */
export const networkOrigins = (port: number): string[] =>
  Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
    .map(({ address }) => `http://${address}:${port}`);

/** Why a port can't be listened on, and what to do. */
export const portProblem = (port: number, { code, message }: NodeJS.ErrnoException): string => {
  if (code === 'EADDRINUSE')
    return `Port ${port} is taken: stop what uses it, or choose another with PORT=8080 npm start.`;
  if (code === 'EACCES')
    return `Only root may open port ${port}: choose one from 1024 with PORT=8080 npm start, and put a proxy in front (docs/run.md).`;
  return `Port ${port} can't be opened: ${message}.`;
};
