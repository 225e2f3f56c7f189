import { expect, test } from 'vitest';
import { isLoopback, isPublic } from '../../../../../functions/adapters/webhook/public-address.ts';

const of = (address: string) => ({ address, family: address.includes(':') ? 6 : 4 }) as const;

test.each([
  ['127.0.0.1', 'loopback'],
  ['127.255.255.254', 'the end of loopback'],
  ['0.0.0.0', 'this host'],
  ['0.1.2.3', 'this network'],
  ['10.0.0.1', 'private'],
  ['172.16.0.1', 'private'],
  ['172.31.255.255', 'private, its last address'],
  ['192.168.1.1', 'private'],
  ['169.254.169.254', 'the metadata of AWS, Google and Azure'],
  ['169.254.170.2', 'the credentials of a container of AWS'],
  ['100.64.0.1', 'carrier-grade NAT'],
  ['100.100.100.200', 'the metadata of Alibaba'],
  ['168.63.129.16', 'the metadata of Azure'],
  ['192.0.0.192', 'the metadata of Oracle'],
  ['192.0.2.1', 'documentation'],
  ['198.18.0.1', 'benchmarks'],
  ['198.19.255.255', 'benchmarks, its last address'],
  ['198.51.100.1', 'documentation'],
  ['203.0.113.1', 'documentation'],
  ['224.0.0.1', 'multicast'],
  ['239.255.255.255', 'multicast, its last address'],
  ['240.0.0.1', 'reserved'],
  ['255.255.255.255', 'broadcast'],
  ['::', 'unspecified'],
  ['::1', 'loopback'],
  ['::10.0.0.1', 'IPv4-compatible'],
  ['::ffff:10.0.0.1', 'IPv4-mapped'],
  ['::ffff:127.0.0.1', 'IPv4-mapped loopback'],
  ['::ffff:a9fe:a9fe', 'IPv4-mapped metadata, in hexadecimal'],
  ['::ffff:8.8.8.8', 'IPv4-mapped, which no resolver gives for a public host'],
  ['64:ff9b::10.0.0.1', 'NAT64'],
  ['64:ff9b:1::1', 'local NAT64'],
  ['100::1', 'discard'],
  ['2001::1', 'Teredo'],
  ['2001:20::1', 'ORCHID'],
  ['2001:db8::1', 'documentation'],
  ['2002:a00:1::', '6to4 of 10.0.0.1'],
  ['3fff::1', 'documentation'],
  ['4000::1', 'nobody’s yet'],
  ['5f00::1', 'segment routing'],
  ['fc00::1', 'unique local'],
  ['fd00:ec2::254', 'the metadata of AWS over IPv6'],
  ['fe80::1', 'link-local'],
  ['fe80::1%eth0', 'link-local with a zone'],
  ['fec0::1', 'site-local'],
  ['ff02::1', 'multicast'],
])('%s is no public host: %s', (address) => {
  expect(isPublic(of(address))).toBe(false);
});

test.each([
  '8.8.8.8',
  '1.1.1.1',
  '100.63.255.255',
  '100.128.0.1',
  '172.15.255.255',
  '172.32.0.1',
  '198.17.255.255',
  '223.255.255.255',
  '2606:4700:4700::1111',
  '2a00:1450:4001:80b::200e',
  '2003::1',
])('%s is a public host', (address) => {
  expect(isPublic(of(address))).toBe(true);
});

test('loopback is 127.0.0.0/8 and ::1, and nothing that looks like it', () => {
  const all = ['127.0.0.1', '127.9.9.9', '::1', '128.0.0.1', '10.0.0.1', '::2', 'fe80::1'];
  expect(all.filter((address) => isLoopback(of(address)))).toEqual(all.slice(0, 3));
});
