/** An address in an answer at the page's own origin, which alone the content security policy allows. */
export function ownAddress(uri: string): string {
  const { pathname, search } = new URL(uri, window.location.href);
  return pathname + search;
}
