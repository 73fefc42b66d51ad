/** Email and notification to the creator of a share about uploads. Names come from visitors, so they are escaped. */
import { type Brand, renderEmail } from '../../platform/mail/render-email.ts';
import { escapeMarkup, mention } from '../../core/notifications/markup.ts';
import type { Notice, NoticedUpload } from './upload-notices.queries.ts';

const NAMED = 20;

/** `url`: the page that lists the documents. */
export function renderUploadEmail(brand: Brand, { itemName }: Notice, uploads: NoticedUpload[], url: string) {
  const names = uploads.slice(0, NAMED).map(({ name }) => name);
  const more = uploads.length > NAMED ? [`and ${uploads.length - NAMED} more`] : [];
  return renderEmail(brand, {
    subject: `${uploads.length === 1 ? 'New document' : `${uploads.length} new documents`} in “${itemName}”`,
    paragraphs: [
      `${describeUploaders(uploads)} uploaded ${countOf(uploads)} through your link to “${itemName}”:`,
      [...names, ...more].join('\n'),
    ],
    action: { label: 'View documents', url },
    note: 'You’re receiving this email because you created the link.',
  });
}

/** The notification, with inline markup. */
export function uploadMessage({ folderId, documentId, itemName }: Notice, uploads: NoticedUpload[]): string {
  const item =
    folderId === null ? mention('DocumentId', documentId ?? 0, itemName) : mention('FolderId', folderId, itemName);
  return `${escapeMarkup(describeUploaders(uploads))} uploaded ${countOf(uploads)} through your link to ${item}.`;
}

function countOf({ length }: NoticedUpload[]): string {
  return length === 1 ? '1 document' : `${length} documents`;
}

function describeUploaders(uploads: NoticedUpload[]): string {
  const known = [...new Set(uploads.flatMap(({ visitor }) => (visitor === null ? [] : [visitor])))];
  const [first] = known;
  if (first === undefined) return 'Someone with the link';
  return known.length === 1 ? first : `${first} and others`;
}
