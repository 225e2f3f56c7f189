import { isIPv4, isIPv6 } from 'node:net';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { Env } from '../env.ts';

/** The groups of an IPv6 address that name a network; who has it can take any address in it. */
const NETWORK_GROUPS = 4;

const ADDRESS_GROUPS = 8;

/** Longest text that is taken for an address, in characters; the longest real one has 45. */
const MAX_ADDRESS_LENGTH = 64;

/**
 * Where a request comes from, as far as callers can be told apart by it: an IPv4 address, or the
 * first 64 bits of an IPv6 address, which one household has to itself (RFC 6177).
 *
 * @param header the header in which a proxy says who asked it; unless the settings name one, such
 *   a header is only what somebody claims, and the address that connected counts
 */
export function viewerNetwork(
  event: Pick<APIGatewayProxyEventV2, 'headers' | 'requestContext'>,
  header: Env['viewerAddressHeader'],
): string {
  const told = header && event.headers[header];
  const address = told ? addressIn(told, header) : event.requestContext.http.sourceIp;
  return networkOf(address.slice(0, MAX_ADDRESS_LENGTH));
}

/**
 * In CloudFront's own header the port comes after the last colon, also behind an IPv6 address
 * without brackets; ours is the address alone (`infra/edge/api-request.ts`).
 * Source: "Add CloudFront request headers" in the CloudFront developer guide.
 */
function addressIn(told: string, header: Env['viewerAddressHeader']): string {
  return header === 'x-viewer-address' ? told : withoutPort(told);
}

function withoutPort(addressAndPort: string): string {
  return addressAndPort.replace(/:\d+$/, '').replace(/^\[(.*)\]$/, '$1');
}

function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');
  if (isIPv4(plain) || !isIPv6(plain)) return plain;
  return groupsOf(plain).slice(0, NETWORK_GROUPS).join(':');
}

/** The groups of an IPv6 address, with the zeros that `::` stands for (RFC 5952, section 4.2). */
function groupsOf(address: string): readonly string[] {
  const { hostname } = new URL(`http://[${address}]`);
  const [front = '', back = ''] = hostname.slice(1, -1).split('::');
  const [left, right] = [front, back].map((part) =>
    part.split(':').filter((group) => group !== ''),
  );
  if (!left || !right) throw new TypeError('An address has a front and a back.');
  const zeros = ADDRESS_GROUPS - left.length - right.length;
  return [...left, ...Array<string>(zeros).fill('0'), ...right];
}
