import { BlockList } from 'node:net';

/** An address of a host, as a resolver gives it. */
export interface Address {
  readonly address: string;
  readonly family: 4 | 6;
}

/**
 * Addresses that are no hosts of the public internet. Sources: the registries "IANA IPv4 Special-Purpose
 * Address Space" and "IANA IPv6 Special-Purpose Address Space", read in November 2026, and the one
 * public address of a cloud's metadata ("What is IP address 168.63.129.16?", Microsoft Learn).
 */
const special = `
  0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 168.63.129.16/32 169.254.0.0/16 172.16.0.0/12
  192.0.0.0/24 192.0.2.0/24 192.31.196.0/24 192.52.193.0/24 192.88.99.0/24 192.168.0.0/16
  192.175.48.0/24 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4
  2001::/23 2001:db8::/32 2002::/16 2620:4f:8000::/48 3fff::/20`;

/** The one part of IPv6 that has hosts of the internet (RFC 4291, section 2.4): none is private or mapped. */
const hostsOfIpv6 = '2000::/3';

const [refused, ipv6, loopback] = [special, hostsOfIpv6, '127.0.0.0/8 ::1/128'].map(listOf);

function listOf(networks: string): BlockList {
  const list = new BlockList();
  for (const [, network = '', prefix = ''] of networks.matchAll(/(\S+)\/(\d+)/g)) {
    list.addSubnet(network, Number(prefix), network.includes(':') ? 'ipv6' : 'ipv4');
  }
  return list;
}

/** Whether an address is one of a host of the public internet. */
export function isPublic(address: Address): boolean {
  return !isIn(refused, address) && (address.family === 4 || isIn(ipv6, address));
}

export function isLoopback(address: Address): boolean {
  return isIn(loopback, address);
}

function isIn(list: BlockList | undefined, { address, family }: Address): boolean {
  return list?.check(address, family === 4 ? 'ipv4' : 'ipv6') === true;
}
