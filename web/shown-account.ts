/** The account that this tab shows. Another tab can switch the browser to another account, which shares the cookie. */

let shown: number | null = null;

/** Names the account in a request, which is refused if the browser has switched to another one. */
export const accountHeaders = (): Record<string, string> => (shown === null ? {} : { 'x-user-id': String(shown) });

/** Records whose data the tab shows. If the browser has switched to another account, reloads the tab for that account. */
export function showAccount(userId: number): void {
  if (shown !== null && shown !== userId) return startAgain('/');
  shown = userId;
}

/** After signing out or in: the next account may be another one. */
export function clearShownAccount(): void {
  shown = null;
}

/**
 * Reloads the app at a page, so that no data of the previous account stays in memory. Until then, and if the browser goes back to the page
 * that it has left, requests still name the previous account.
 */
export function startAgain(path: string): void {
  window.location.assign(path);
}
