import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { addressOf, believeProxy } from '../../../supabase/embedded/http/limits.ts';

const from = (remoteAddress: string, forwarded?: string): IncomingMessage =>
  ({
    socket: { remoteAddress },
    headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
  }) as unknown as IncomingMessage;

test.each([
  ['192.168.1.20', '192.168.1.20'],
  ['::ffff:192.168.1.20', '192.168.1.20'],
  ['::1', '::1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::6', '2001:db8:1:2::/64'],
  ['2001:db8::6', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
])('%s counts as %s', (remote, counted) => {
  expect(addressOf(from(remote))).toBe(counted);
});

test.each([
  ['a proxy on this machine', '127.0.0.1', '203.0.113.5', '203.0.113.5'],
  ['the sender’s own values before the proxy’s', '::1', '198.51.100.1, 203.0.113.5', '203.0.113.5'],
  ['a proxy that names an IPv6 sender', '::ffff:127.0.0.1', '2001:db8::9', '2001:db8:0:0::/64'],
  ['a proxy that names nobody', '127.0.0.1', undefined, '127.0.0.1'],
  ['a word that is no address', '127.0.0.1', 'unknown', '127.0.0.1'],
  ['another client that names a sender', '192.168.1.20', '203.0.113.5', '192.168.1.20'],
])('%s', (_what, remote, named, counted) => {
  const request = from(remote, named);
  believeProxy(request);
  expect(addressOf(request)).toBe(counted);
  // Nobody is believed unasked.
  expect(addressOf(from(remote, named))).toBe(addressOf(from(remote)));
});
