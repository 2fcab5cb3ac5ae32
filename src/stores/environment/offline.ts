/** Whether a page of this address can be opened without a connection: on plain http no browser keeps one. */
export const opensOffline = (): boolean => isSecureContext;
