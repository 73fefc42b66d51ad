/** The folder of documents shared by the reading workloads, uploaded once per server. */
import assert from 'node:assert/strict';
import { contentOf, DOCUMENT_BYTES, fetchJson, uploadDocument } from './target.ts';
import type { DocumentAnswer, Target } from './target.ts';

export type Documents = { folderId: number; documentIds: number[] };

const COUNT = 1000;
const CONCURRENCY = 8;
const made = new WeakMap<Target, Promise<Documents>>();

export function sharedDocuments(target: Target): Promise<Documents> {
  const documents = made.get(target) ?? makeDocuments(target);
  made.set(target, documents);
  return documents;
}

async function makeDocuments(target: Target): Promise<Documents> {
  const folderId = await target.createFolder('shared documents');
  const documentIds: number[] = [];
  for (let first = 0; first < COUNT; first += CONCURRENCY) {
    const some = Array.from({ length: CONCURRENCY }, (_, index) => makeDocument(target, folderId, first + index));
    documentIds.push(...(await Promise.all(some)));
  }
  return { folderId, documentIds };
}

async function makeDocument(target: Target, folderId: number, index: number): Promise<number> {
  const name = `Report ${index}.bin`;
  const content = contentOf(name);
  const { DocumentId } = await uploadDocument(target, folderId, name, content);
  const stored = await fetchJson<DocumentAnswer>(target, `/api/documents/${DocumentId}`);
  const { DateModified, Links, ...facts } = stored;
  const expected = {
    DocumentId,
    DocumentName: name,
    DocumentSize: DOCUMENT_BYTES,
    FolderId: folderId,
    Hash: target.hashOf(content),
  };
  assert.deepEqual(facts, expected, `${target.name} stored another document than was uploaded`);
  assert.match(DateModified, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  assert.deepEqual(Object.keys(Links).sort(), ['Content', 'Revisions', 'Self']);
  return DocumentId;
}
