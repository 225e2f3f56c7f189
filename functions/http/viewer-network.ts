import { isIPv4, isIPv6 } from 'node:net';
import type { Env } from '../env.ts';
import type { Call } from './request.ts';

/** How much of an address names a network: so many numbers of IPv4, so many groups of IPv6. */
interface Prefix {
  readonly numbers: number;
  readonly groups: number;
}

/** One household or office: a whole IPv4 address, or the first 64 bits of IPv6 (RFC 6177). */
const household: Prefix = { numbers: 4, groups: 4 };

/**
 * The network that one customer of a provider gets without much asking: 256 addresses of IPv4
 * (/24), or 48 bits of IPv6 (RFC 6177). Brokers of tunnels give such a network to anybody.
 */
export const site: Prefix = { numbers: 3, groups: 3 };

const ADDRESS_GROUPS = 8;

/** Longest text that is read as an address, in characters; the longest real one has 45. */
const MAX_ADDRESS_LENGTH = 64;

/**
 * The network of a request, by which callers can be told apart.
 * @param header the header in which a proxy sends the caller's address; anybody can send such a
 * header, so without this setting the address of the connection counts
 */
export function viewerNetwork(
  { headers, sourceAddress }: Pick<Call, 'headers' | 'sourceAddress'>,
  header: Env['viewerAddressHeader'],
  prefix: Prefix = household,
): string {
  const told = header && headers[header];
  const address = told ? addressIn(told, header) : sourceAddress;
  return networkOf(address.slice(0, MAX_ADDRESS_LENGTH), prefix);
}

/**
 * CloudFront's own header has the port after the last colon, also after an IPv6 address without
 * brackets; ours is the address alone (`infra/edge/api-request.ts`). Source: "Add CloudFront
 * request headers" in the CloudFront developer guide.
 */
function addressIn(told: string, header: Env['viewerAddressHeader']): string {
  if (header === 'x-viewer-address') return told;
  return told.replace(/:\d+$/, '').replace(/^\[(.*)\]$/, '$1');
}

function networkOf(address: string, { numbers, groups }: Prefix): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');
  if (isIPv4(plain)) return plain.split('.').slice(0, numbers).join('.');
  return isIPv6(plain) ? groupsOf(plain).slice(0, groups).join(':') : plain;
}

/** The groups of an IPv6 address, with the zeros of `::` (RFC 5952, section 4.2). */
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
