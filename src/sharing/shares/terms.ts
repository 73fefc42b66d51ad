/** The terms of a link and their rules, which hold for new links and after each change (docs/api/shares.md). */
import { type Problem, invalidParameter, invalidParameters, missingParameter } from '../../platform/errors.ts';
import type { Settings } from '../../core/settings/settings.schema.ts';
import type { Shared } from './shares.queries.ts';

/** When the creator is notified of openings. */
export type NotifyOnOpen = 'never' | 'first' | 'each';

/** The flags and the protection of a link. */
export type ShareTerms = {
  shareType: 'Content' | 'Template';
  allowView: boolean;
  allowDownload: boolean;
  allowUpload: boolean;
  allowEdit: boolean;
  accessCodeRequired: boolean;
  hasPassword: boolean;
  /** Lower case, each once; null: none. */
  allowedDomains: string[] | null;
};

/** The most domains of a link. */
const MAX_DOMAINS = 100;

/** 400 for terms that contradict each other, or that the settings do not allow. */
export function assertTerms(
  kind: Shared['kind'],
  terms: ShareTerms,
  { hasRecipients, settings }: { hasRecipients: boolean; settings: Settings },
): void {
  assertProtection(terms, hasRecipients);
  const { allowView, allowDownload, allowUpload, shareType } = terms;
  // Editing a document requires viewing it.
  const flags = ['AllowView', 'AllowDownload', ...(kind === 'folder' ? ['AllowUpload'] : [])];
  if (!allowView && !allowDownload && (kind === 'document' || !allowUpload)) {
    throw refusal(flags, `At least one of ${flags.join(', ')} must be true.`);
  }
  if (shareType === 'Template') assertTemplate(terms, settings);
}

function assertProtection({ accessCodeRequired, hasPassword, allowedDomains }: ShareTerms, hasRecipients: boolean) {
  if (accessCodeRequired && !hasRecipients && allowedDomains === null) {
    throw missingParameter('Recipients', 'An access code requires Recipients or AllowedDomains, because it is mailed.');
  }
  if (accessCodeRequired && hasPassword) {
    throw invalidParameter('Password', 'Password and AccessCodeRequired are mutually exclusive.');
  }
  // A client that limits the domains intends to protect the link, so the limit must not be ignored.
  if (allowedDomains !== null && !accessCodeRequired) {
    throw invalidParameter('AllowedDomains', 'AllowedDomains requires AccessCodeRequired.');
  }
}

function assertTemplate({ allowView, allowUpload }: ShareTerms, settings: Settings): void {
  if (!settings.NewLinkExperience || !settings.DynamicBranding) {
    throw invalidParameter('ShareType', 'Template requires the settings NewLinkExperience and DynamicBranding.');
  }
  const missing = [...(allowView ? [] : ['AllowView']), ...(allowUpload ? [] : ['AllowUpload'])];
  if (missing.length > 0) throw refusal(missing, 'A Template share must have both AllowView and AllowUpload true.');
}

function refusal(parameters: string[], detail: string): Problem {
  const common = { type: '/invalid_parameter', title: 'Invalid parameter', detail } as const;
  return invalidParameters([{ ...common, instance: parameters.join(', ') }]);
}

const DOMAIN = /^[\p{L}\p{N}](?:[\p{L}\p{N}.-]{0,251}[\p{L}\p{N}])?$/u;

/** Domains of email addresses: in lower case, each once, in the order of the request; a leading `@` is left out. */
export function readDomains(given: string[]): string[] {
  const domains = new Set<string>();
  for (const [index, text] of given.entries()) {
    const domain = text.normalize('NFC').trim().replace(/^@/, '').toLowerCase();
    if (!DOMAIN.test(domain) || domain.includes('..')) {
      const shown = text.replaceAll(/[\s\p{Cc}]+/gu, ' ').slice(0, 100);
      throw invalidParameter(`AllowedDomains.${index}`, `This is not an email domain: ${shown}`);
    }
    domains.add(domain);
  }
  if (domains.size > MAX_DOMAINS) {
    throw invalidParameter('AllowedDomains', `AllowedDomains must not have more than ${MAX_DOMAINS} domains.`);
  }
  return [...domains];
}
