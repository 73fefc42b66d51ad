import { conflict } from '../../platform/errors.ts';
import { extensionKey, extensionOf } from '../../platform/values/names.ts';
import type { Actor } from '../../core/actor.ts';
import { assertPreconditions } from '../../core/preconditions.ts';
import { contentTag, documentState } from '../tree/tree.presenter.ts';
import type { DocumentRow } from '../tree/tree.queries.ts';

/** 409 if a file with this name cannot be a revision of the document (docs/api/revisions.md#adding-a-revision). */
export function assertSameExtension(document: { name: string }, fileName: string): void {
  if (extensionKey(fileName) === extensionKey(document.name)) return;
  const own = extensionOf(document.name);
  throw conflict(`A new version of this document must ${own === '' ? 'have no extension' : `be a ${own} file`}.`);
}

/** 412 if the request requires another state or content of the document. */
export function assertRevisable(actor: Actor, document: DocumentRow): void {
  assertPreconditions(actor, 'revisions', document.documentId, () => {
    return { ...documentState(document), otherTags: [contentTag(document)] };
  });
}
