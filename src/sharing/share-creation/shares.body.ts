/** Reads the body of a request for a share by the rules of docs/api/shares.md#creating-a-share. */
import { emailKey, parseEmail } from '../../platform/values/email.ts';
import { type Problem, invalidParameter } from '../../platform/errors.ts';
import { displayName, isBlank } from '../../platform/values/names.ts';
import type { Settings } from '../../core/settings/settings.schema.ts';
import { readExpiry } from '../shares/expiry.ts';
import type { DocumentShareBody, FolderShareBody, SharingBody } from '../shares/shares.schema.ts';
import { type NotifyOnOpen, type ShareTerms, assertTerms, readDomains } from '../shares/terms.ts';
import type { UploadLimits } from '../link-uploads/upload-limits.ts';

/** The share to create. */
export type WantedShare = ShareTerms & {
  /** For its managers; visitors do not see it. */
  linkName: string | null;
  password: string | null;
  expiresAt: Date | null;
  limits: UploadLimits;
  maxDownloads: number | null;
  allowComment: boolean;
  notifyOnOpen: NotifyOnOpen;
  hasWatermark: boolean;
  /** Canonical addresses, each once. */
  recipients: string[];
  /** The email to the recipients; null: none is sent. */
  email: RequestedEmail | null;
};

/** `subject` null: the default; `text` is the creator's message. */
export type RequestedEmail = { cc: string[]; subject: string | null; text: string | null };

/** Maximum number of recipients, and of copies. */
export const MAX_ADDRESSES = 100;

/** The share of a folder; 400 for an invalid body. */
export function readFolderShare(body: FolderShareBody, settings: Settings, now: Date): WantedShare {
  const { AllowUpload: allowUpload = false, ShareType: shareType = 'Content' } = body;
  const wanted = { ...readCommon(body, settings, now), shareType, allowUpload, allowEdit: false };
  assertTerms('folder', wanted, { hasRecipients: wanted.recipients.length > 0, settings });
  return wanted;
}

/** The share of a document; 400 for an invalid body. */
export function readDocumentShare(body: DocumentShareBody, settings: Settings, now: Date): WantedShare {
  const common = readCommon(body, settings, now);
  const own = { shareType: 'Content', allowUpload: false, allowEdit: body.AllowEdit ?? false } as const;
  const wanted = { ...common, ...own };
  assertTerms('document', wanted, { hasRecipients: wanted.recipients.length > 0, settings });
  return wanted;
}

function readCommon(body: SharingBody, settings: Settings, now: Date) {
  const recipients = readAddresses(body.Recipients ?? [], 'Recipients');
  return {
    linkName: body.Name === undefined ? null : displayName(body.Name, 'Name'),
    allowView: body.AllowView ?? false,
    allowDownload: body.AllowDownload ?? false,
    accessCodeRequired: body.AccessCodeRequired === true || body.PinRequired === true,
    allowedDomains: body.AllowedDomains === undefined ? null : readDomains(body.AllowedDomains),
    password: body.Password ?? null,
    hasPassword: body.Password !== undefined,
    limits: { maxUploadBytes: body.MaxUploadBytes ?? null, maxUploadDocuments: body.MaxUploadDocuments ?? null },
    maxDownloads: body.MaxDownloads ?? null,
    allowComment: body.AllowComment ?? false,
    notifyOnOpen: body.NotifyOnOpen ?? 'never',
    hasWatermark: body.Watermark ?? false,
    expiresAt: readExpiry(body, settings.MaxLinkExpirationDays, now),
    recipients,
    email: recipients.length === 0 || body.NotifyRecipients === false ? null : readEmail(body),
  };
}

function readEmail(body: SharingBody): RequestedEmail {
  const { CustomEmailHeader: subject = '', CustomEmailText: text = null } = body;
  if (/[\r\n\v\f\u0085\u2028\u2029]/.test(subject)) {
    throw invalidParameter('CustomEmailHeader', 'CustomEmailHeader must be one line.');
  }
  return {
    cc: readAddresses(body.EmailRecipientsCc ?? [], 'EmailRecipientsCc'),
    subject: isBlank(subject) ? null : subject,
    text,
  };
}

// In the order of the request; duplicates, ignoring case, count once.
function readAddresses(given: string[], parameter: string): string[] {
  const addresses = new Set<string>();
  for (const [index, text] of given.entries()) {
    const address = parseEmail(text);
    if (address === null) throw notAnAddress(`${parameter}.${index}`, text);
    addresses.add(emailKey(address));
  }
  if (addresses.size > MAX_ADDRESSES) {
    throw invalidParameter(parameter, `${parameter} must not have more than ${MAX_ADDRESSES} addresses.`);
  }
  return [...addresses];
}

// The detail is also the title, because a person reads that line.
function notAnAddress(parameter: string, text: string): Problem {
  const shown = text.replaceAll(/[\s\p{Cc}]+/gu, ' ').slice(0, 100);
  return invalidParameter(parameter, `This is not an email address: ${shown}`);
}
