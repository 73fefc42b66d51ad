/** A library with typed tags on documents, and searches in it. */
import assert from 'node:assert/strict';
import { makeTagType, tagDocument } from '../../../test/factories/tags.ts';
import { makeChild } from '../../../test/factories/trees.ts';
import type { TestApp } from '../../../test/harness.ts';
import type { Person } from '../../../test/world.ts';

type Criteria = { TagTypeId: number; Value: unknown }[];

/** A library with three folders and a tag type of each data type; `tagged` creates a document with values. */
export async function worldWithTags(app: Pick<TestApp, 'world'>) {
  const w = await app.world();
  const { ann } = w;
  const { libraryId } = ann;
  const folderId = await ann.folder(libraryId, 'Folder');
  const childId = await makeChild(ann, folderId, 'Child');
  const otherId = await ann.folder(libraryId, 'Other');
  const color = await makeTagType(ann, libraryId, 'Color');
  const size = await makeTagType(ann, libraryId, 'Size', { DataType: 'Numeric' });
  const due = await makeTagType(ann, libraryId, 'Due', { DataType: 'Date' });
  const tagged = async (folder: number, name: string, values: [number, string][]) => {
    const id = await ann.document(folder, name);
    await tagDocument(ann, id, values);
    return id;
  };
  return { w, ann, libraryId, folderId, childId, otherId, color, size, due, tagged };
}

/** Sends a search of `libraries/{id}` or `folders/{id}`. */
export const search = (person: Person, place: string, criteria: unknown, query = '') =>
  person.api('POST', `/api/${place}/search/systemtags-v2${query}`, criteria);

/** The ids of the documents found, after checking the total. */
export async function found(person: Person, place: string, criteria: Criteria, query = ''): Promise<number[]> {
  const { status, body, text } = await search(person, place, criteria, query);
  assert.equal(status, 200, text);
  const ids = body.Embedded.Documents.map((document: { DocumentId: number }) => document.DocumentId);
  if (query === '') assert.equal(body.TotalCount, ids.length);
  return ids;
}
