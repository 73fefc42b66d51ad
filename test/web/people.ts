/** People at the pages for those who work here. */
import type { BrowserContextOptions, Page } from 'playwright-core';
import { PASSWORD, type Person } from '../world.ts';
import type { WebApp } from './browser.ts';

/** Signs in on the page that asks for it. */
export async function signIn(page: Page, { email }: { email: string }, password = PASSWORD): Promise<void> {
  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** Opens a page as somebody who signs in first and comes back to it. */
export async function openAs(
  app: WebApp,
  person: Person,
  path: string,
  options?: BrowserContextOptions,
): Promise<Page> {
  const page = await app.open(path, options);
  await signIn(page, person);
  await page.waitForURL(({ pathname }) => pathname !== '/sign-in');
  await page.getByRole('banner').waitFor();
  return page;
}
