/** Email and notification to the creator of a share about openings. */
import { type Brand, renderEmail } from '../../platform/mail/render-email.ts';
import { escapeMarkup, mention } from '../../core/notifications/markup.ts';
import type { Openers, OpeningNotice } from './opening-notices.queries.ts';

const NAMED = 20;

/** `url`: the page of the link. */
export function renderOpeningEmail(brand: Brand, notice: OpeningNotice, openers: Openers, url: string) {
  const { itemName, linkName } = notice;
  const names = openers.emails.slice(0, NAMED);
  const more = openers.emails.length > NAMED ? [`and ${openers.emails.length - NAMED} more`] : [];
  const list = names.length > 1 ? [[...names, ...more].join('\n')] : [];
  const link = linkName === null ? 'your link' : `your link “${linkName}”`;
  return renderEmail(brand, {
    subject: `${describeOpeners(openers)} opened “${itemName}”`,
    paragraphs: [`${describeOpeners(openers)} opened “${itemName}” through ${link}.`, ...list],
    action: { label: 'View link', url },
    note: 'You’re receiving this email because you asked to be notified when this link is opened.',
  });
}

/** The notification, with inline markup. */
export function openingMessage({ folderId, documentId, itemName }: OpeningNotice, openers: Openers): string {
  const item =
    folderId === null ? mention('DocumentId', documentId ?? 0, itemName) : mention('FolderId', folderId, itemName);
  return `${escapeMarkup(describeOpeners(openers))} opened ${item} through your link.`;
}

function describeOpeners({ emails, hasUnnamed }: Openers): string {
  const [first] = emails;
  if (first === undefined) return 'Someone with the link';
  const others = emails.length - 1 + (hasUnnamed ? 1 : 0);
  if (others === 0) return first;
  return others === 1 ? `${first} and 1 other` : `${first} and ${others} others`;
}
