/** Documents with the same name and content in a folder are refused, unless the caller cannot read the other one. */
import type { Tx } from '../../platform/db/connection.ts';
import { conflict } from '../../platform/errors.ts';
import { nameKey, numberedName } from '../../platform/values/names.ts';
import type { Actor } from '../../core/actor.ts';
import { isReadable } from '../rights/rights.ts';
import { freeName } from '../tree/free-name.ts';
import { findDocument } from '../tree/tree.queries.ts';
import { findDuplicate, takenDuplicateNames } from './documents.queries.ts';

/** The unique index on duplicates; `transaction` retries after a conflict between two writers. */
export const DUPLICATES_INDEX = 'documents_name_and_content';

/** The requested place of a content. `exceptDocumentId`: the document that has it already. */
export type WantedPlace = {
  folderId: number;
  name: string;
  hash: string;
  /** The document's current content, if different: the name must be free for both. */
  formerHash?: string;
  exceptDocumentId?: number;
};

/**
 * A free name for the content: the requested one, or the first free `name (2)`, `name (3)`, … if a document that the
 * actor cannot read has the requested name and the same content. 409 if the actor can read that document.
 */
export async function nameForContent(
  tx: Tx,
  actor: Actor,
  wanted: WantedPlace,
): Promise<{ name: string; nameKey: string }> {
  const { name, folderId, hash, formerHash = hash, exceptDocumentId = 0 } = wanted;
  const key = nameKey(name);
  const duplicateId = await findDuplicate(tx, actor.deploymentId, { folderId, nameKey: key, hash, exceptDocumentId });
  if (duplicateId === undefined) return { name, nameKey: key };
  if (await maySee(tx, actor, duplicateId)) {
    throw conflict('A document with the same name and content exists in the folder.');
  }
  const others = { folderId, hashes: [hash, formerHash], exceptDocumentId };
  return freeName(name, (keys) => takenDuplicateNames(tx, actor.deploymentId, others, keys), numberedName);
}

async function maySee(tx: Tx, actor: Actor, documentId: number): Promise<boolean> {
  if (actor.via.kind === 'visit' && !actor.via.seesFolder) return false;
  const document = await findDocument(tx, actor, documentId);
  return document !== undefined && isReadable(document);
}
