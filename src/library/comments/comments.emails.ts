/** Emails and notifications about comments. Texts and names of visitors come from strangers, so they are escaped. */
import { type Brand, renderEmail } from '../../platform/mail/render-email.ts';
import { escapeMarkup, mention } from '../../core/notifications/markup.ts';
import type { NoticedComment } from './comment-notices.queries.ts';

/** Characters of a comment that an email quotes. */
const QUOTED = 1000;
/** Comments that an email quotes. */
const MOST_QUOTED = 5;

/** To somebody whom a comment mentions. `url`: the page of the document. */
export function renderMentionEmail(
  brand: Brand,
  author: { name: string; email: string },
  { documentName, text, url }: { documentName: string; text: string; url: string },
) {
  return renderEmail(brand, {
    subject: `${author.name} mentioned you in a comment on “${documentName}”`,
    paragraphs: [`${author.name} (${author.email}) mentioned you in a comment on “${documentName}”:`, shorten(text)],
    action: { label: 'Open the document', url },
  });
}

/** To the creator of a link by which visitors have commented. */
export function renderCommentsEmail(brand: Brand, documentName: string, comments: NoticedComment[], url: string) {
  const quoted = comments.slice(0, MOST_QUOTED).flatMap(({ author, text }) => [`${author}:`, shorten(text)]);
  const left = comments.length - MOST_QUOTED;
  const more = left > 0 ? [`There ${left === 1 ? 'is 1 more comment' : `are ${left} more comments`}.`] : [];
  return renderEmail(brand, {
    subject: `${describe(comments)} on “${documentName}”`,
    paragraphs: [`${describe(comments)} on “${documentName}”:`, ...quoted, ...more],
    action: { label: 'Open the document', url },
    note: 'You’re receiving this email because your link lets people comment.',
  });
}

/** The notification, with inline markup. */
export function commentsMessage(document: { documentId: number; name: string }, comments: NoticedComment[]): string {
  const [first] = comments;
  const isUser = first?.authorId !== null && first?.authorId !== undefined;
  const who = isUser ? mention('UserId', first.authorId ?? 0, first.author) : escapeMarkup(first?.author ?? '');
  return `${who}${describeRest(comments)} on ${mention('DocumentId', document.documentId, document.name)}`;
}

function describe(comments: NoticedComment[]): string {
  return `${comments[0]?.author ?? ''}${describeRest(comments)}`;
}

function describeRest(comments: NoticedComment[]): string {
  const others = new Set(comments.map(({ author }) => author)).size - 1;
  const who = others === 0 ? '' : others === 1 ? ' and 1 other' : ` and ${others} others`;
  return comments.length === 1 ? `${who} commented` : `${who} added ${comments.length} comments`;
}

function shorten(text: string): string {
  const characters = [...text];
  return characters.length <= QUOTED ? text : `${characters.slice(0, QUOTED).join('')}…`;
}
