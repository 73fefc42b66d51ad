import { isIPv6 } from 'node:net';

/**
 * What counts as one address when tries are counted: an IPv4 address, or the /64 of an IPv6 address, of which every
 * customer has at least one whole. `::ffff:192.0.2.1` is the IPv4 address that it holds.
 */
export function networkOf(address: string): string {
  const withoutZone = address.replace(/%.*$/, '');
  if (!isIPv6(withoutZone)) return withoutZone;
  const groups = groupsOf(withoutZone);
  if (groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff') return ipv4Of(groups.slice(6));
  return `${groups.slice(0, 4).join(':')}::/64`;
}

// A URL's host is the canonical form of RFC 5952; what is left is to write out the zeros.
function groupsOf(ipv6: string): string[] {
  const [head = '', tail = ''] = new URL(`http://[${ipv6}]`).hostname.slice(1, -1).split('::');
  const [before, after] = [head, tail].map((part) => part.split(':').filter((group) => group !== '')) as [
    string[],
    string[],
  ];
  return [...before, ...Array<string>(8 - before.length - after.length).fill('0'), ...after];
}

function ipv4Of(groups: string[]): string {
  const bytes = groups.map((group) => Number.parseInt(group, 16)).flatMap((group) => [group >> 8, group & 255]);
  return bytes.join('.');
}
