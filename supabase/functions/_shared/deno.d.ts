/** The parts of Deno the hosted service uses, so the project's compiler can check it. */
declare namespace Deno {
  const env: { readonly get: (name: string) => string | undefined };
  const readFile: (path: URL) => Promise<Uint8Array<ArrayBuffer>>;
  const serve: (
    handler: (
      request: Request,
      info: { readonly remoteAddr: { readonly hostname?: string } },
    ) => Promise<Response>,
  ) => unknown;
}
