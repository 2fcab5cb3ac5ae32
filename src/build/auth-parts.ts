import type { Plugin } from 'vite';

/** What auth-js imports for passkeys and wallets, which no page uses. */
const UNUSED: Readonly<Record<string, readonly string[]>> = {
  './lib/web3/ethereum': ['createSiweMessage', 'fromHex', 'getAddress', 'toHex'],
  './lib/webauthn': [
    'createCredential',
    'deserializeCredentialCreationOptions',
    'deserializeCredentialRequestOptions',
    'getCredential',
    'serializeCredentialCreationResponse',
    'serializeCredentialRequestResponse',
    'browserSupportsWebAuthn',
    'webAuthnAbortService',
    'WebAuthnApi',
  ],
};

/** Leaves these parts out of pages: its client is one class, from which no bundler can take methods away. */
export const usedAuthParts = (): Plugin => ({
  name: 'used-auth-parts',
  enforce: 'pre',
  resolveId: (source, importer) =>
    source in UNUSED && importer?.includes('/auth-js/') ? `\0auth-js:${source}` : null,
  load: (id) => {
    const names = UNUSED[id.replace('\0auth-js:', '')];
    return names
      ? `class Unused {}\nexport { ${names.map((name) => `Unused as ${name}`).join(', ')} };`
      : null;
  },
});
