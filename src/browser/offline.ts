/** Whether pages at this address can open offline: browsers don't allow service workers over plain http. */
export const opensOffline = (): boolean => isSecureContext;
