import { expect, test } from 'vitest';
import { site, viewerNetwork } from '../../../../functions/http/viewer-network.ts';

const header = 'cloudfront-viewer-address';

/** A call of a connection from an address, perhaps with the header. */
function callFrom(sourceAddress: string, told?: string) {
  return { sourceAddress, headers: told === undefined ? {} : { [header]: told } };
}

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8:1:2::', '2001:db8:1:2'],
  ['2001:DB8:0001:2::9', '2001:db8:1:2'],
  ['2001:db8::9', '2001:db8:0:0'],
  ['2001:db8:0:0:1::', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['::', '0:0:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
  ['64:ff9b::192.0.2.1', '64:ff9b:0:0'],
  ['no address', 'no address'],
  ['', ''],
])('the address %j counts as %j', (address, expected) => {
  expect(viewerNetwork(callFrom(address), undefined)).toBe(expected);
});

test.each([
  ['192.0.2.1', '192.0.2'],
  ['::ffff:192.0.2.1', '192.0.2'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1'],
  ['2001:db8::9', '2001:db8:0'],
  ['no address', 'no address'],
])('the address %j is of the site %j', (address, expected) => {
  expect(viewerNetwork(callFrom(address), undefined, site)).toBe(expected);
});

test.each([
  ['198.51.100.7:46532', '198.51.100.7'],
  ['2001:db8:1:2:3:4:5:6:46532', '2001:db8:1:2'],
  ['[2001:db8:1:2::6]:46532', '2001:db8:1:2'],
])('%j in the header of the proxy that the settings name counts as %j', (told, expected) => {
  expect(viewerNetwork(callFrom('192.0.2.1', told), header)).toBe(expected);
});

test.each([
  ['198.51.100.7', '198.51.100.7'],
  ['2001:db8:1:2::6', '2001:db8:1:2'],
])('%j in the header of our edge function, which has no port, counts as %j', (told, expected) => {
  const call = { sourceAddress: '192.0.2.1', headers: { 'x-viewer-address': told } };
  expect(viewerNetwork(call, 'x-viewer-address')).toBe(expected);
});

test('the header is ignored where the settings do not name it', () => {
  for (const name of [header, 'x-viewer-address']) {
    const call = { sourceAddress: '192.0.2.1', headers: { [name]: '198.51.100.7:1' } };
    expect(viewerNetwork(call, undefined)).toBe('192.0.2.1');
  }
});

test('a caller without the header is known by the connection', () => {
  expect(viewerNetwork(callFrom('192.0.2.1'), header)).toBe('192.0.2.1');
});

test('an endless address is cut off', () => {
  expect(viewerNetwork(callFrom('a'.repeat(100_000)), undefined)).toHaveLength(64);
});
