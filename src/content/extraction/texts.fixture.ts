/** Uploads a content and reads its text, as the job does. */
import { randomUUID } from 'node:crypto';
import type { TestApp } from '../../../test/harness.ts';
import type { Person } from '../../../test/world.ts';
import type { ContentId } from './extraction.queries.ts';
import { ensureText } from './extraction.steps.ts';

export type StoredText = {
  method: string | null;
  language: string;
  isComplete: boolean;
  missingPart: string | null;
  attempts: number;
  parts: { page: number | null; firstWord: number; text: string }[];
};

/** Uploads a document into a new folder. */
export async function addContent(
  app: TestApp,
  person: Person,
  content: string | Buffer,
  name = 'a.bin',
): Promise<ContentId & { documentId: number }> {
  const folderId = await person.folder(person.libraryId, randomUUID());
  const documentId = await person.document(folderId, name, content);
  const [row] = await app.sql<{ blobId: number }[]>`
    select blob_id as "blobId" from documents where document_id = ${documentId}`;
  return { deploymentId: person.deploymentId, blobId: row?.blobId ?? 0, documentId };
}

/** The stored text of a content; undefined if it was never read. */
export async function storedText(app: TestApp, { deploymentId, blobId }: ContentId): Promise<StoredText | undefined> {
  const [row] = await app.sql<Omit<StoredText, 'parts'>[]>`
    select method, language, is_complete as "isComplete", missing_part as "missingPart", attempts from content_texts
    where deployment_id = ${deploymentId} and blob_id = ${blobId}`;
  if (row === undefined) return undefined;
  const parts = await app.sql<StoredText['parts']>`
    select page, first_word as "firstWord", text from text_parts
    where deployment_id = ${deploymentId} and blob_id = ${blobId} order by part_number`;
  return { ...row, parts: [...parts] };
}

/** Uploads a content and reads its text. */
export async function readContent(app: TestApp, person: Person, content: string | Buffer): Promise<StoredText> {
  const id = await addContent(app, person, content);
  await ensureText(app.deps, id);
  const text = await storedText(app, id);
  if (text === undefined) throw new Error('No text was stored.');
  return text;
}
