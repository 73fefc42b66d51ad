/** Reads the body of a request for a share by the rules of docs/api/shares.md#creating-a-share. */
import { emailKey, parseEmail } from '../../platform/values/email.ts';
import { type Problem, invalidParameter, invalidParameters, missingParameter } from '../../platform/errors.ts';
import type { Settings } from '../../core/settings/settings.schema.ts';
import { readExpiry } from '../shares/expiry.ts';
import type { DocumentShareBody, FolderShareBody, SharingBody } from '../shares/shares.schema.ts';
import type { UploadLimits } from '../link-uploads/upload-limits.ts';

/** The share to create. */
export type WantedShare = {
  shareType: 'Content' | 'Template';
  allowView: boolean;
  allowDownload: boolean;
  allowUpload: boolean;
  allowEdit: boolean;
  accessCodeRequired: boolean;
  password: string | null;
  expiresAt: Date | null;
  limits: UploadLimits;
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
  if (!wanted.allowView && !wanted.allowDownload && !allowUpload) {
    throw nothingAllowed(['AllowView', 'AllowDownload', 'AllowUpload']);
  }
  if (shareType === 'Template') assertTemplate(wanted, settings);
  return wanted;
}

/** The share of a document; 400 for an invalid body. */
export function readDocumentShare(body: DocumentShareBody, settings: Settings, now: Date): WantedShare {
  const wanted = readCommon(body, settings, now);
  // Editing requires viewing.
  if (!wanted.allowView && !wanted.allowDownload) throw nothingAllowed(['AllowView', 'AllowDownload']);
  return { ...wanted, shareType: 'Content', allowUpload: false, allowEdit: body.AllowEdit ?? false };
}

function readCommon(body: SharingBody, settings: Settings, now: Date) {
  const accessCodeRequired = body.AccessCodeRequired === true || body.PinRequired === true;
  const recipients = readAddresses(body.Recipients ?? [], 'Recipients');
  if (accessCodeRequired && recipients.length === 0) {
    throw missingParameter('Recipients', 'An access code requires Recipients, because it is mailed.');
  }
  return {
    allowView: body.AllowView ?? false,
    allowDownload: body.AllowDownload ?? false,
    accessCodeRequired,
    password: readPassword(body, accessCodeRequired),
    limits: { maxUploadBytes: body.MaxUploadBytes ?? null, maxUploadDocuments: body.MaxUploadDocuments ?? null },
    expiresAt: readExpiry(body, settings.MaxLinkExpirationDays, now),
    recipients,
    email: recipients.length === 0 || body.NotifyRecipients === false ? null : readEmail(body),
  };
}

function readPassword({ Password }: SharingBody, accessCodeRequired: boolean): string | null {
  if (Password === undefined) return null;
  if (accessCodeRequired) throw invalidParameter('Password', 'Password and AccessCodeRequired are mutually exclusive.');
  return Password;
}

function readEmail(body: SharingBody): RequestedEmail {
  const { CustomEmailHeader: subject = null, CustomEmailText: text = null } = body;
  if (subject !== null && /[\r\n\v\f\u0085\u2028\u2029]/.test(subject)) {
    throw invalidParameter('CustomEmailHeader', 'CustomEmailHeader must be one line.');
  }
  return { cc: readAddresses(body.EmailRecipientsCc ?? [], 'EmailRecipientsCc'), subject, text };
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

function assertTemplate(wanted: { allowView: boolean; allowUpload: boolean }, settings: Settings): void {
  if (!settings.NewLinkExperience || !settings.DynamicBranding) {
    throw invalidParameter('ShareType', 'Template needs the settings NewLinkExperience and DynamicBranding to be on.');
  }
  const missing = [...(wanted.allowView ? [] : ['AllowView']), ...(wanted.allowUpload ? [] : ['AllowUpload'])];
  if (missing.length > 0) throw refusal(missing, 'A Template share must have both AllowView and AllowUpload true.');
}

function nothingAllowed(flags: string[]): Problem {
  return refusal(flags, `At least one of ${flags.join(', ')} must be true.`);
}

function refusal(parameters: string[], detail: string): Problem {
  const common = { type: '/invalid_parameter', title: 'Invalid parameter', detail } as const;
  return invalidParameters([{ ...common, instance: parameters.join(', ') }]);
}
