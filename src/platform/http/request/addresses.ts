/**
 * The request target as the router sees it: repeated slashes in the path become one, because some clients join a base
 * URL with a trailing slash to a path with a leading one.
 */
export function canonicalTarget(target: string): string {
  if (!target.startsWith('/') || !target.includes('//')) return target;
  const end = target.indexOf('?');
  const path = end === -1 ? target : target.slice(0, end);
  return path.replaceAll(/\/{2,}/g, '/') + target.slice(path.length);
}
