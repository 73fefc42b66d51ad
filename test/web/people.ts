/** Helpers for pages of people with an account. */
import { after } from 'node:test';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { PASSWORD, type Person, type World } from '../world.ts';
import { ORIGIN, type WebApp } from './browser.ts';

/** Signs in on the current page. */
export async function signIn(page: Page, { email }: { email: string }, password = PASSWORD): Promise<void> {
  // Fills the password first, because the previous page may also have an email field.
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** Opens a page with the session of a person. */
export async function openAs(
  app: WebApp,
  person: Person,
  path: string,
  options?: BrowserContextOptions,
): Promise<Page> {
  const page = await app.open(path, { ...options, storageState: await signedIn(app, person) });
  await page.getByRole('banner').waitFor();
  return page;
}

/**
 * A deployment, and one page of somebody in it for all tests of a file, because opening a page costs more than most tests do.
 * The tests share the deployment too, so each makes things of its own.
 */
export async function openOnce(
  app: WebApp,
  who: (w: World) => Person,
  options?: BrowserContextOptions,
): Promise<{ w: World; page: Page }> {
  const w = await app.world();
  const page = await openAs(app, who(w), '/libraries', options);
  after(() => page.context().close());
  return { w, page };
}

/** Goes to another page of the app as a link in it does, which takes a fifth of loading the app again. */
export const visit = (page: Page, path: string): Promise<void> =>
  page.evaluate<void>(`history.pushState(null, '', ${JSON.stringify(path)})`);

/** Presses Tab until the element with this name has the focus. */
export async function tabTo(page: Page, name: string): Promise<void> {
  const focused = () => page.evaluate<string>('document.activeElement.ariaLabel ?? document.activeElement.textContent');
  for (let presses = 0; presses < 100; presses += 1) {
    await page.keyboard.press('Tab');
    if ((await focused()) === name) return;
  }
  throw new Error(`The keyboard does not get to ${name}.`);
}

const USER_AGENT =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36';

async function signedIn(app: WebApp, { email }: Person) {
  const answer = await fetch(`${app.url}/api/sessions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': USER_AGENT },
    body: JSON.stringify({ Email: email, Password: PASSWORD }),
  });
  const [name = '', value = ''] = (answer.headers.getSetCookie()[0] ?? '').split(';', 1)[0]?.split('=') ?? [];
  const where = { domain: new URL(ORIGIN).hostname, path: '/', expires: -1, httpOnly: true, secure: false };
  return { cookies: [{ name, value, ...where, sameSite: 'Lax' as const }], origins: [] };
}
