/** What the hosted service uses of Deno, for the compiler that checks the rest of the project. */
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
