/** What the mails about shares say. */
import { type Brand, printLetter } from '../../platform/mail/letter.ts';
import type { WantedLetter } from './shares.body.ts';
import type { ShareRow, Shared } from './shares.queries.ts';

/** What a letter tells of a share. */
export type ShareNews = {
  kind: Shared['kind'];
  share: ShareRow;
  /** The name of the folder or document. */
  itemName: string;
  letter: Pick<WantedLetter, 'subject' | 'text'>;
};

/** The mail that brings a recipient their link. */
export function shareLetter(brand: Brand, creator: { name: string; email: string }, news: ShareNews, url: string) {
  const { kind, share, itemName, letter } = news;
  const isTemplate = share.shareType === 'Template';
  const opening = isTemplate
    ? `${creator.name} (${creator.email}) asks you for documents for “${itemName}”.`
    : `${creator.name} (${creator.email}) shares the ${kind} “${itemName}” with you. You may ${allowed(share)}.`;
  const message = letter.text === null ? [] : [`${creator.name} writes:`, ...paragraphsOf(letter.text)];
  return printLetter(brand, {
    subject: letter.subject ?? `${creator.name} ${isTemplate ? 'asks for documents for' : 'shares'} “${itemName}”`,
    paragraphs: [opening, ...message],
    action: { label: isTemplate ? 'Add documents' : `Open the ${kind}`, url },
    note: [...security(share, creator), end(share)].join(' '),
  });
}

/** The mail that tells the creator of a share why it is not opened. */
export function refusalLetter(brand: Brand, itemName: string, fault: { name: string; reason: string }) {
  return printLetter(brand, {
    subject: `Your link to “${itemName}” stays closed`,
    paragraphs: [
      `The document “${fault.name}” cannot be shared: ${fault.reason}.`,
      'Nobody was written to, and nobody can open the link. Remove or replace the document, then share again.',
    ],
  });
}

function allowed(share: ShareRow): string {
  // Who may download may view.
  const wants: [boolean, string][] = [
    [share.allowView || share.allowDownload, 'view it'],
    [share.allowDownload, 'download it'],
    [share.allowUpload, 'add documents to it'],
    [share.allowEdit, 'replace it by a new version'],
  ];
  const actions = wants.filter(([isAllowed]) => isAllowed).map(([, action]) => action);
  return new Intl.ListFormat('en-GB').format(actions);
}

function security(share: ShareRow, creator: { name: string }): string[] {
  if (share.accessCodeRequired) return ['The link is yours alone: when you open it, a code is mailed to you.'];
  return share.hasPassword ? [`You need a password, which ${creator.name} can tell you.`] : [];
}

const TIME = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });

function end({ expiresAt }: ShareRow): string {
  if (expiresAt === null) return 'The link is good until it is revoked.';
  return `The link is good until ${TIME.format(new Date(expiresAt))} UTC.`;
}

function paragraphsOf(text: string): string[] {
  const paragraphs = text.replaceAll(/\r\n?/g, '\n').split(/\n\s*\n/);
  return paragraphs.map((paragraph) => paragraph.trim()).filter((paragraph) => paragraph !== '');
}
