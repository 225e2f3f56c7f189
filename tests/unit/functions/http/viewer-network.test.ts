import { expect, test } from 'vitest';
import { site, viewerNetwork } from '../../../../functions/http/viewer-network.ts';
import { apiEvent } from '../../../support/api-event.ts';

const header = 'cloudfront-viewer-address';

/** An event of a connection from an address, perhaps with the header. */
function eventFrom(sourceIp: string, told?: string) {
  const event = apiEvent(told === undefined ? {} : { headers: { [header]: told } });
  const { requestContext } = event;
  return {
    headers: event.headers,
    requestContext: { ...requestContext, http: { ...requestContext.http, sourceIp } },
  };
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
  expect(viewerNetwork(eventFrom(address), undefined)).toBe(expected);
});

test.each([
  ['192.0.2.1', '192.0.2'],
  ['::ffff:192.0.2.1', '192.0.2'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1'],
  ['2001:db8::9', '2001:db8:0'],
  ['no address', 'no address'],
])('the address %j is of the site %j', (address, expected) => {
  expect(viewerNetwork(eventFrom(address), undefined, site)).toBe(expected);
});

test.each([
  ['198.51.100.7:46532', '198.51.100.7'],
  ['2001:db8:1:2:3:4:5:6:46532', '2001:db8:1:2'],
  ['[2001:db8:1:2::6]:46532', '2001:db8:1:2'],
])('%j in the header of the proxy that the settings name counts as %j', (told, expected) => {
  expect(viewerNetwork(eventFrom('192.0.2.1', told), header)).toBe(expected);
});

test.each([
  ['198.51.100.7', '198.51.100.7'],
  ['2001:db8:1:2::6', '2001:db8:1:2'],
])('%j in the header of our edge function, which has no port, counts as %j', (told, expected) => {
  const event = eventFrom('192.0.2.1');
  const headers = { ...event.headers, 'x-viewer-address': told };
  expect(viewerNetwork({ ...event, headers }, 'x-viewer-address')).toBe(expected);
});

test('the header is ignored where the settings do not name it', () => {
  for (const name of [header, 'x-viewer-address']) {
    const event = { ...eventFrom('192.0.2.1'), headers: { [name]: '198.51.100.7:1' } };
    expect(viewerNetwork(event, undefined)).toBe('192.0.2.1');
  }
});

test('a caller without the header is known by the connection', () => {
  expect(viewerNetwork(eventFrom('192.0.2.1'), header)).toBe('192.0.2.1');
});

test('an endless address is cut off', () => {
  expect(viewerNetwork(eventFrom('a'.repeat(100_000)), undefined)).toHaveLength(64);
});
