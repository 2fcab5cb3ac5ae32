/** Loaded into the server's process by `server.ts`: collects its garbage when it is told to, and says so. */
process.on('message', () => {
  if (!globalThis.gc) throw new Error('Nothing can be collected without --expose-gc.');
  globalThis.gc();
  process.send?.('collected');
});
