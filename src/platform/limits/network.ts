import { isIPv6 } from 'node:net';

/**
 * The network that attempts are counted by: an IPv4 address, or the /64 of an IPv6 address, of which every customer has
 * at least one. `::ffff:192.0.2.1` counts as the IPv4 address it contains.
 */
export function networkOf(address: string): string {
  const withoutZone = address.replace(/%.*$/, '');
  if (!isIPv6(withoutZone)) return withoutZone;
  const groups = groupsOf(withoutZone);
  if (groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff') return ipv4Of(groups.slice(6));
  return `${groups.slice(0, 4).join(':')}::/64`;
}

// A URL normalizes its host to RFC 5952, so only the zeros need expanding.
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
