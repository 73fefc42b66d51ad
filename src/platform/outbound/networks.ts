/** Networks of addresses: public ones, those of this machine, and lists of the operator. */
import { BlockList, isIP } from 'node:net';

/** Special-purpose IPv4 networks (RFC 6890): private, shared, loopback, link-local, documentation, multicast, reserved. */
const SPECIAL_V4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
];
/** Global unicast, and what is special in it: Teredo and protocol assignments, documentation, 6to4. */
const GLOBAL_V6 = ['2000::/3'];
const SPECIAL_V6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];

const specialV4 = listOf(SPECIAL_V4);
const globalV6 = listOf(GLOBAL_V6);
const specialV6 = listOf(SPECIAL_V6);
const loopback = listOf(['127.0.0.0/8', '::1/128']);

/** Whether the address is on the public internet. */
export function isPublic(address: string): boolean {
  if (isIP(address) === 4) return !specialV4.check(address, 'ipv4');
  return globalV6.check(address, 'ipv6') && !specialV6.check(address, 'ipv6');
}

/** Whether the address is this machine. */
export function isLoopbackAddress(address: string): boolean {
  return isIn(loopback, address);
}

/** Whether one of the networks contains the address. */
export function isIn(networks: BlockList, address: string): boolean {
  return networks.check(address, isIP(address) === 4 ? 'ipv4' : 'ipv6');
}

/** Networks such as `10.0.0.0/8`, and single addresses. */
export function listOf(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    const family = isIP(address) === 4 ? 'ipv4' : 'ipv6';
    list.addSubnet(address, Number(bits ?? (family === 'ipv4' ? 32 : 128)), family);
  }
  return list;
}
