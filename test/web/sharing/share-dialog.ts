/** The parts of the share dialog, and something to share. */
import type { Page } from 'playwright-core';
import type { WebApp } from '../browser.ts';

export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
export const dialog = (page: Page) => page.getByRole('dialog');
export const who = (page: Page) => dialog(page).getByRole('combobox', { name: 'Add people' });
export const selectedBar = (page: Page) => page.getByRole('group', { name: 'selected' });
export const copy = (page: Page) => dialog(page).getByRole('button', { name: 'Copy link', exact: true });
export const summary = (page: Page) => dialog(page).getByRole('status', { name: 'Who gets access' });

/** My Library › House with Plans/ and a.txt. */
export async function shareHouse(app: Pick<WebApp, 'world'>) {
  const w = await app.world();
  const folderId = await w.ann.folder(w.ann.libraryId, 'House');
  const documentId = await w.ann.document(folderId, 'a.txt');
  const mine = async () => (await w.ann.api('GET', '/api/users/me/shares')).body;
  const entries = async (path: string): Promise<string[]> => {
    const { body } = await w.ann.api('GET', `/api/${path}/permissions`);
    return body.map(({ Name, Role }: { Name: string; Role: string | null }) => `${Name}: ${Role}`);
  };
  return { w, ann: w.ann, folderId, documentId, mine, entries };
}
