/** What the creator of a share is told of uploads through it. Visitors choose the names in it. */
import { type Brand, printLetter } from '../../platform/mail/letter.ts';
import { escapeMarkup, mention } from '../../core/notifications/markup.ts';
import type { Notice, NoticedUpload } from './upload-notices.queries.ts';

const NAMED = 20;

/** The mail. `url`: where the documents can be looked at. */
export function uploadLetter(brand: Brand, { itemName }: Notice, uploads: NoticedUpload[], url: string) {
  const names = uploads.slice(0, NAMED).map(({ name }) => name);
  const more = uploads.length > NAMED ? [`and ${uploads.length - NAMED} more`] : [];
  return printLetter(brand, {
    subject: `${uploads.length === 1 ? 'A document' : countOf(uploads)} came through your link to “${itemName}”`,
    paragraphs: [
      `${whoOf(uploads)} uploaded ${countOf(uploads)} through your link to “${itemName}”:`,
      [...names, ...more].join('\n'),
    ],
    action: { label: 'Open the library', url },
    note: 'You get this mail because you made the link.',
  });
}

/** The notification in the app, with its inline markup. */
export function uploadMessage({ folderId, documentId, itemName }: Notice, uploads: NoticedUpload[]): string {
  const item =
    folderId === null ? mention('DocumentId', documentId ?? 0, itemName) : mention('FolderId', folderId, itemName);
  return `${escapeMarkup(whoOf(uploads))} uploaded ${countOf(uploads)} through your link to ${item}.`;
}

function countOf({ length }: NoticedUpload[]): string {
  return length === 1 ? 'one document' : `${length} documents`;
}

function whoOf(uploads: NoticedUpload[]): string {
  const known = [...new Set(uploads.flatMap(({ visitor }) => (visitor === null ? [] : [visitor])))];
  const [first] = known;
  if (first === undefined) return 'Somebody with the link';
  return known.length === 1 ? first : `${first} and others`;
}
