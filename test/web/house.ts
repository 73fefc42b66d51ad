/** A library with a folder "House", for tests of the library browser. */
import type { Page } from 'playwright-core';
import { makeChild } from '../factories/trees.ts';
import type { Person } from '../world.ts';
import { visit } from './people.ts';

export const row = (page: Page, name: string) =>
  page.getByRole('row').filter({ has: page.getByText(name, { exact: true }) });
export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
export const dialog = (page: Page) => page.getByRole('dialog');
export const inTree = (page: Page, name: string) =>
  dialog(page).getByRole('list', { name: 'Libraries and folders' }).getByRole('button', { name, exact: true });

/** Names in a folder, as the API returns them. */
export async function namesIn(person: Person, folderId: number): Promise<string[]> {
  const { Folders, Documents } = (await person.api('GET', `/api/folders/${folderId}?embed=d,f`)).body.Embedded;
  return [
    ...Folders.map(({ FolderName }: { FolderName: string }) => `${FolderName}/`),
    ...Documents.map(({ DocumentName }: { DocumentName: string }) => DocumentName),
  ];
}

/** My Library › At … › House with Drawings/, a.txt, b.txt and c.txt. */
export async function house(ann: Person) {
  const town = await ann.folder(ann.libraryId, `At ${crypto.randomUUID()}`);
  const folderId = await makeChild(ann, town, 'House');
  const drawings = await makeChild(ann, folderId, 'Drawings');
  for (const name of ['a.txt', 'b.txt', 'c.txt']) await ann.document(folderId, name);
  return { ann, folderId, drawings, path: `/folders/${folderId}` };
}

/** The same, in her page. */
export async function visitHouse({ ann, page }: { ann: Person; page: Page }) {
  const made = await house(ann);
  await visit(page, made.path);
  await page.getByRole('grid', { name: 'Contents of House' }).waitFor();
  return { ...made, page };
}
