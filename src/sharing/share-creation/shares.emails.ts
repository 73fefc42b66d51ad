/** Email templates about shares. */
import { formatMailTime } from '../../platform/mail/mail-time.ts';
import { type Brand, renderEmail } from '../../platform/mail/render-email.ts';
import type { RequestedEmail } from './shares.body.ts';
import type { ShareRow, Shared } from '../shares/shares.queries.ts';

/** The share that an email is about. */
export type ShareNews = {
  kind: Shared['kind'];
  share: ShareRow;
  /** The name of the folder or document. */
  itemName: string;
  email: Pick<RequestedEmail, 'subject' | 'text'>;
};

/** To a recipient, with their personal link; `timeZone` null: UTC. */
export function renderShareEmail(
  brand: Brand,
  creator: { name: string; email: string },
  news: ShareNews,
  { url, timeZone }: { url: string; timeZone: string | null },
) {
  const { kind, share, itemName, email } = news;
  const isTemplate = share.shareType === 'Template';
  const opening = isTemplate
    ? `${creator.name} (${creator.email}) is requesting documents for “${itemName}”.`
    : `${creator.name} (${creator.email}) shared the ${kind} “${itemName}” with you. You can ${describeRights(share)}.`;
  const message = email.text === null ? [] : [`Message from ${creator.name}:`, ...splitParagraphs(email.text)];
  return renderEmail(brand, {
    subject: email.subject ?? `${creator.name} ${isTemplate ? 'requested documents for' : 'shared'} “${itemName}”`,
    paragraphs: [opening, ...message],
    action: { label: isTemplate ? 'Upload documents' : `Open ${kind}`, url },
    note: [...describeProtection(share, creator), describeExpiry(share, timeZone)].join(' '),
  });
}

/** To the creator of a share whose content did not pass the check. */
export function renderShareRefusedEmail(brand: Brand, itemName: string, fault: { name: string; reason: string }) {
  return renderEmail(brand, {
    subject: `Your link to “${itemName}” couldn’t be activated`,
    paragraphs: [
      `The document “${fault.name}” can’t be shared: ${fault.reason}.`,
      'No emails were sent, and no one can open the link. Remove or replace the document, then share again.',
    ],
  });
}

function describeRights(share: ShareRow): string {
  // Download implies view.
  const rights: [boolean, string][] = [
    [share.allowView || share.allowDownload, 'view it'],
    [share.allowDownload, 'download it'],
    [share.allowUpload, 'upload documents to it'],
    [share.allowEdit, 'upload new versions of it'],
  ];
  const actions = rights.filter(([isAllowed]) => isAllowed).map(([, action]) => action);
  return new Intl.ListFormat('en').format(actions);
}

function describeProtection(share: ShareRow, creator: { name: string }): string[] {
  if (share.accessCodeRequired) return ['This link is only for you. When you open it, we email you an access code.'];
  return share.hasPassword ? [`This link requires a password. Ask ${creator.name} for it.`] : [];
}

function describeExpiry({ expiresAt }: ShareRow, timeZone: string | null): string {
  if (expiresAt === null) return 'The link doesn’t expire.';
  return `The link expires on ${formatMailTime(expiresAt, timeZone)}.`;
}

/** The paragraphs of a message that a person typed. */
export function splitParagraphs(text: string): string[] {
  const paragraphs = text.replaceAll(/\r\n?/g, '\n').split(/\n\s*\n/);
  return paragraphs.map((paragraph) => paragraph.trim()).filter((paragraph) => paragraph !== '');
}
