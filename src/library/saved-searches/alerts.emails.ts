/** Emails and notifications about new matches of a saved search. */
import { type Brand, renderEmail } from '../../platform/mail/render-email.ts';
import { mention } from '../../core/notifications/markup.ts';

/** Documents that a notice names. */
export const NAMED = 5;

/** `first`: the best matches. `hasMore`: there are more than `count`. */
export type AlertNotice = {
  alert: { savedSearchId: number; name: string };
  first: { documentId: number; name: string }[];
  count: number;
  hasMore: boolean;
};

/** `url`: the page of the results. */
export function renderAlertEmail(brand: Brand, notice: AlertNotice, url: string) {
  const { alert, first } = notice;
  const rest = restOf(notice);
  return renderEmail(brand, {
    subject: `${matchesOf(notice)} for “${alert.name}”`,
    paragraphs: [
      `Your saved search “${alert.name}” has ${matchesOf(notice)}:`,
      [...first.map(({ name }) => name), ...(rest === null ? [] : [rest])].join('\n'),
    ],
    action: { label: 'View results', url },
    note: 'You’re receiving this email because you turned on the alert of this search.',
  });
}

/** The notification, with inline markup. */
export function alertMessage(notice: AlertNotice): string {
  const { alert, first } = notice;
  const rest = restOf(notice);
  const names = first.map(({ documentId, name }) => mention('DocumentId', documentId, name));
  const list = [...names, ...(rest === null ? [] : [rest])].join(', ');
  return `${matchesOf(notice)} for ${mention('SavedSearchId', alert.savedSearchId, alert.name)}: ${list}`;
}

function matchesOf({ count, hasMore }: AlertNotice): string {
  if (hasMore) return `More than ${count} new matches`;
  return count === 1 ? '1 new match' : `${count} new matches`;
}

function restOf({ first, count, hasMore }: AlertNotice): string | null {
  const rest = count - first.length;
  if (rest === 0) return null;
  return hasMore ? 'and many more' : `and ${rest} more`;
}
