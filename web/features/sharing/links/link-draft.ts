/** The draft of changes to a link, and the request that makes them. Only what differs is sent. */
import type { OwnShare, ShareUpdate, SharingRules } from '../../../api/answers.ts';
import {
  FLAGS,
  type ShareDraft,
  type ShareRights,
  dayFrom,
  initialDraft,
  countFrom,
  limitFrom,
  toExpiryRequest,
} from '../share-draft.ts';
import { bytesFrom } from '../../../ui/format.ts';

export type LinkDraft = Pick<
  ShareDraft,
  'expiration' | 'protection' | 'password' | 'isMarked' | 'maxGigabytes' | 'maxFiles'
> & {
  name: string;
  /** `other`: a combination that the form does not offer; it is kept. */
  rights: ShareRights | 'other';
  /** Separated by commas or spaces. */
  domains: string;
  maxDownloads: string;
  notify: OwnShare['NotifyOnOpen'];
  comments: boolean;
};

const GIGABYTE = 1024 ** 3;

/** The draft that changes nothing. */
export function draftOf(link: OwnShare, rules: SharingRules): LinkDraft {
  const { MaxUploadBytes: bytes, MaxUploadDocuments: files, MaxDownloads: downloads } = link;
  return {
    name: link.Name ?? '',
    rights: rightsOf(link),
    expiration: expirationOf(link, rules),
    protection: link.AccessCodeRequired ? 'code' : link.HasPassword ? 'password' : 'none',
    password: '',
    isMarked: link.Watermark,
    domains: link.AllowedDomains.join(', '),
    maxDownloads: downloads === null ? '' : String(downloads),
    maxGigabytes: bytes === null ? '' : String(Number((bytes / GIGABYTE).toFixed(3))),
    maxFiles: files === null ? '' : String(files),
    notify: link.NotifyOnOpen,
    comments: link.AllowComment,
  };
}

/** Whether a link is protected by a password that the person has not typed. */
export const lacksPassword = (link: OwnShare, { protection, password }: LinkDraft): boolean =>
  protection === 'password' && password === '' && !link.HasPassword;

/** The request for a draft; empty if it changes nothing. */
export function toLinkChange(link: OwnShare, before: LinkDraft, draft: LinkDraft): ShareUpdate {
  const differs = (field: keyof LinkDraft) => JSON.stringify(draft[field]) !== JSON.stringify(before[field]);
  const text = (field: 'maxDownloads' | 'maxFiles' | 'maxGigabytes') => draft[field].trim();
  return {
    ...(differs('name') ? { Name: draft.name.trim() === '' ? null : draft.name } : {}),
    ...(differs('rights') && draft.rights !== 'other' ? flagsOf(link, draft.rights) : {}),
    ...(differs('isMarked') ? { Watermark: draft.isMarked } : {}),
    ...(differs('expiration') ? toExpiryRequest(draft.expiration) : {}),
    ...(differs('protection') || differs('password') || differs('domains') ? protectionOf(draft) : {}),
    ...(differs('maxDownloads')
      ? { MaxDownloads: text('maxDownloads') === '' ? null : countFrom(text('maxDownloads')) }
      : {}),
    ...(differs('maxFiles')
      ? { MaxUploadDocuments: text('maxFiles') === '' ? null : countFrom(text('maxFiles')) }
      : {}),
    ...(differs('maxGigabytes')
      ? { MaxUploadBytes: text('maxGigabytes') === '' ? null : limitFrom(bytesFrom(text('maxGigabytes'))) }
      : {}),
    ...(differs('notify') ? { NotifyOnOpen: draft.notify } : {}),
    ...(differs('comments') ? { AllowComment: draft.comments } : {}),
  };
}

function protectionOf({ protection, password, domains }: LinkDraft): ShareUpdate {
  if (protection === 'none') return { Password: null, AccessCodeRequired: false, AllowedDomains: null };
  if (protection === 'password') {
    return { ...(password === '' ? {} : { Password: password }), AccessCodeRequired: false, AllowedDomains: null };
  }
  const named = domains.split(/[\s,;]+/).filter((domain) => domain !== '');
  return { Password: null, AccessCodeRequired: true, AllowedDomains: named.length === 0 ? null : named };
}

function flagsOf({ ItemType }: OwnShare, rights: ShareRights): ShareUpdate {
  const none = { AllowView: false, AllowDownload: false };
  const others = ItemType === 'Folder' ? ({ AllowUpload: false, ShareType: 'Content' } as const) : { AllowEdit: false };
  return { ...none, ...others, ...FLAGS[rights] };
}

// Downloading includes viewing.
function rightsOf(link: OwnShare): ShareRights | 'other' {
  const { AllowDownload, AllowUpload, AllowEdit, ShareType } = link;
  const AllowView = link.AllowView || AllowDownload;
  const found = Object.entries(FLAGS).find(
    ([, flags]) =>
      (flags.AllowView ?? false) === AllowView &&
      (flags.AllowDownload ?? false) === AllowDownload &&
      (flags.AllowUpload ?? false) === AllowUpload &&
      (flags.AllowEdit ?? false) === AllowEdit &&
      (flags.ShareType ?? 'Content') === ShareType,
  );
  return (found?.[0] as ShareRights | undefined) ?? 'other';
}

// The current expiration if it can be selected. Expired links start with the default.
function expirationOf({ ExpiresOn, Status }: OwnShare, rules: SharingRules): LinkDraft['expiration'] {
  if (Status === 'Expired') return initialDraft(rules).expiration;
  return ExpiresOn === null ? 'never' : { date: dayFrom(new Date(ExpiresOn), 0) };
}
