/** The path of our own page in a parameter, or the start page: no browser may take it for another site. */
export function ownPath(wanted: string | undefined): string {
  if (wanted === undefined || wanted.length > 2000 || !/^\/(?![/\\])[^\\\p{Cc}\p{Z}]*$/u.test(wanted)) return '/';
  const url = URL.parse(wanted, 'http://own.invalid');
  // Not the sign-in page or a callback, which would lead in circles.
  if (url === null || url.host !== 'own.invalid' || url.pathname.startsWith('/sign-in')) return '/';
  const path = url.pathname + url.search + url.hash;
  return path.startsWith('//') ? '/' : path;
}
