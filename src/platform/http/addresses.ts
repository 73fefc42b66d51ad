/**
 * The target of a request as the router and everything after it see it: repeated slashes in the path are one. Clients join a
 * base address that ends with a slash to a path that starts with one.
 */
export function canonicalTarget(target: string): string {
  if (!target.startsWith('/') || !target.includes('//')) return target;
  const end = target.indexOf('?');
  const path = end === -1 ? target : target.slice(0, end);
  return path.replaceAll(/\/{2,}/g, '/') + target.slice(path.length);
}
