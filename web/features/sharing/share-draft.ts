/** The draft of a link, and the request that creates it. */
import { dayOf, lastSecondOf } from '../../ui/time/time-zone.ts';
import type { DocumentShareCreate, FolderShareCreate, SharingRules } from '../../api/answers.ts';
import type { ItemKey } from '../../api/keys.ts';
import { bytesFrom } from '../../ui/format.ts';

export type ShareRequest = FolderShareCreate & DocumentShareCreate;

export type ShareRights = 'view' | 'download' | 'upload' | 'collect' | 'guided' | 'edit';
export type Protection = 'none' | 'code' | 'password';

/** A number of days, or a last day (`2026-05-01`). */
export type Expiration = number | { date: string } | 'never';

export type ShareDraft = {
  /** Email addresses. */
  people: string[];
  rights: ShareRights;
  expiration: Expiration;
  protection: Protection;
  password: string;
  message: string;
  /** Pages carry the visitor's address. Only for visitors who cannot download. */
  isMarked: boolean;
  /** Upload limits as typed. Empty fields stand for the limits of the settings. */
  maxGigabytes: string;
  maxFiles: string;
  /** Whether visitors can comment. */
  comments: boolean;
};

const SAFE_DAYS = 7;
const DAYS = [1, 7, 30, 90, 365];

/** A safe and common default. */
export function initialDraft({ MaxLinkExpirationDays: limit }: SharingRules): ShareDraft {
  const expiration = Math.min(SAFE_DAYS, limit ?? SAFE_DAYS);
  const limits = { maxGigabytes: '', maxFiles: '' };
  return {
    people: [],
    rights: 'download',
    expiration,
    protection: 'none',
    password: '',
    message: '',
    isMarked: false,
    comments: false,
    ...limits,
  };
}

/** The choices of what visitors can do. */
export function rightsOptions(
  { kind, canShareWritable }: Pick<ItemKey, 'kind'> & { canShareWritable: boolean },
  { AllowsTemplates }: SharingRules,
): ShareRights[] {
  if (!canShareWritable) return ['download', 'view'];
  if (kind === 'document') return ['download', 'view', 'edit'];
  return AllowsTemplates
    ? ['download', 'view', 'upload', 'collect', 'guided']
    : ['download', 'view', 'upload', 'collect'];
}

/** The numbers of days to select from, including the limit. */
export function dayOptions({ MaxLinkExpirationDays: limit }: Pick<SharingRules, 'MaxLinkExpirationDays'>): number[] {
  return limit === null ? DAYS : [...DAYS.filter((days) => days < limit), limit];
}

/** Codes are emailed, so they require recipients. */
export const protectionOf = ({ protection, people }: ShareDraft): Protection =>
  protection === 'code' && people.length === 0 ? 'none' : protection;

/** The request for a draft. With `isMailed` false, no emails are sent. */
export function toShareRequest(draft: ShareDraft, isMailed: boolean): ShareRequest {
  return {
    ...toLinkRequest(draft),
    Recipients: draft.people,
    NotifyRecipients: isMailed,
    ...(isMailed && draft.message.trim() !== '' ? { CustomEmailText: draft.message } : {}),
  };
}

/** The settings of the link, without recipients and their email. */
export function toLinkRequest(draft: ShareDraft): ShareRequest {
  const protection = protectionOf(draft);
  return {
    ...FLAGS[draft.rights],
    ...toExpiryRequest(draft.expiration),
    ...limitsOf(draft),
    AccessCodeRequired: protection === 'code',
    ...(draft.comments && draft.rights !== 'collect' ? { AllowComment: true } : {}),
    ...(canMark(draft) && draft.isMarked ? { Watermark: true } : {}),
    ...(protection === 'password' ? { Password: draft.password } : {}),
  };
}

/** Whether visitors can upload. */
export const allowsUpload = ({ rights }: Pick<ShareDraft, 'rights'>): boolean => !['view', 'download'].includes(rights);

/** Whether visitors see pages as pictures only, which can carry a watermark. */
export const canMark = ({ rights }: { rights: ShareRights | 'other' }): boolean => rights === 'view';

function limitsOf({ rights, maxGigabytes, maxFiles }: ShareDraft): ShareRequest {
  if (!allowsUpload({ rights })) return {};
  return {
    ...(maxGigabytes.trim() === '' ? {} : { MaxUploadBytes: limitFrom(bytesFrom(maxGigabytes)) }),
    ...(maxFiles.trim() === '' ? {} : { MaxUploadDocuments: countFrom(maxFiles) }),
  };
}

/** A limit of files or downloads. An invalid one is sent as a value that the server refuses, because leaving it out would mean no limit. */
export const countFrom = (text: string) => (/^\s*[1-9]\d{0,14}\s*$/.test(text) ? Number(text) : -1);

/** A limit of bytes, which gigabytes may make a fraction of. */
export const limitFrom = (value: number) => (Number.isFinite(value) && value > 0 ? Math.round(value) : -1);

/** The flags of each choice. */
export const FLAGS: Record<ShareRights, ShareRequest> = {
  view: { AllowView: true },
  download: { AllowView: true, AllowDownload: true },
  upload: { AllowView: true, AllowDownload: true, AllowUpload: true },
  collect: { AllowUpload: true },
  guided: { AllowView: true, AllowUpload: true, ShareType: 'Template' },
  edit: { AllowView: true, AllowDownload: true, AllowEdit: true },
};

/** The expiration as the API takes it. A day ends in the time zone of the person. */
export function toExpiryRequest(
  expiration: Expiration,
): Pick<ShareRequest, 'ExpireStyle' | 'ExpiresOn' | 'ExpirationValue'> {
  if (expiration === 'never') return { ExpireStyle: 'never' };
  if (typeof expiration === 'number') return { ExpireStyle: 'days', ExpirationValue: expiration };
  return { ExpireStyle: 'date', ExpiresOn: endOfDay(expiration.date) };
}

/** The last second of a day (`2026-05-01`) in the person's time zone. Empty if the day is invalid. */
export function endOfDay(date: string): string {
  return lastSecondOf(date)?.toISOString() ?? '';
}

const DAY_MS = 86_400_000;

/** The day after this number of days, in the format of date fields. */
export function dayFrom(now: Date, days: number): string {
  return dayOf(new Date(now.getTime() + days * DAY_MS));
}
