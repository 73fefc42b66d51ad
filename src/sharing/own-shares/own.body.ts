/** Reads a change of a share by the rules of a new one (docs/api/shares.md#changing-a-share). */
import type { FastifyRequest } from 'fastify';
import { invalidParameter } from '../../platform/errors.ts';
import { isAbsent } from '../../platform/http/request/spelling.ts';
import { displayName } from '../../platform/values/names.ts';
import type { Actor } from '../../core/actor.ts';
import type { Settings } from '../../core/settings/settings.schema.ts';
import { type UploadLimits, assertLimitsAllowed } from '../link-uploads/upload-limits.ts';
import { readExpiry } from '../shares/expiry.ts';
import type { ShareRow, Shared } from '../shares/shares.queries.ts';
import type { ShareChangeBody } from '../shares/shares.schema.ts';
import { type ShareTerms, readDomains } from '../shares/terms.ts';
import { withoutUnusedExpiry } from '../shares/unused.ts';

/** The new values of a share; missing ones stay. `password` null: none from now on. */
export type ShareChange = Partial<
  Omit<ShareTerms, 'hasPassword'> &
    UploadLimits &
    Pick<ShareRow, 'linkName' | 'maxDownloads' | 'notifyOnOpen' | 'hasWatermark' | 'allowComment'>
> & { password?: string | null; expiresAt?: Date | null };

/** Properties that null removes. */
const REMOVABLE = new Set([
  'Name',
  'Password',
  'AllowedDomains',
  'MaxDownloads',
  'MaxUploadBytes',
  'MaxUploadDocuments',
]);

/**
 * For the route, before validation: null, "" and [] remove a term that can be removed, and are absent elsewhere. An
 * empty password is absent, because it must not remove the protection of a link by mistake.
 */
export async function readChangeBody(request: FastifyRequest): Promise<void> {
  const { body } = request;
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return;
  const kept = new Map<string, unknown>();
  for (const [name, value] of Object.entries(body) as [string, unknown][]) {
    if (!isAbsent(value)) kept.set(name, value);
    else if (REMOVABLE.has(name) && (name !== 'Password' || value === null)) kept.set(name, null);
  }
  request.body = withoutUnusedExpiry(Object.fromEntries(kept));
}

/** The change that a body requests; 400 for values that are invalid for every share. */
export function readChange(body: ShareChangeBody, kind: Shared['kind'], settings: Settings, actor: Actor): ShareChange {
  if (Object.keys(body).length === 0)
    throw invalidParameter('body', 'Nothing to change. Send at least one property of the share.');
  assertLimitsAllowed(body, settings, actor);
  return withoutUndefined({
    ...readFlags(body, kind),
    ...readLimits(body),
    linkName: typeof body.Name === 'string' ? displayName(body.Name, 'Name') : body.Name,
    password: body.Password,
    accessCodeRequired: body.AccessCodeRequired,
    allowedDomains: Array.isArray(body.AllowedDomains) ? readDomains(body.AllowedDomains) : body.AllowedDomains,
    notifyOnOpen: body.NotifyOnOpen,
    hasWatermark: body.Watermark,
    allowComment: body.AllowComment,
    expiresAt: changesExpiry(body) ? readExpiry(body, settings.MaxLinkExpirationDays, actor.now) : undefined,
  });
}

// Flags that apply only to the other kind of item are ignored.
function readFlags(body: ShareChangeBody, kind: Shared['kind']) {
  const { AllowView: allowView, AllowDownload: allowDownload } = body;
  const both = { allowView, allowDownload };
  if (kind === 'document') return { ...both, allowEdit: body.AllowEdit };
  return { ...both, allowUpload: body.AllowUpload, shareType: body.ShareType };
}

function readLimits({ MaxDownloads, MaxUploadBytes, MaxUploadDocuments }: ShareChangeBody) {
  return { maxDownloads: MaxDownloads, maxUploadBytes: MaxUploadBytes, maxUploadDocuments: MaxUploadDocuments };
}

// ExpiresOn alone is judged by `assertSameExpiry`.
function changesExpiry({ ExpireStyle, ExpirationValue }: ShareChangeBody): boolean {
  return ExpireStyle !== undefined || ExpirationValue !== undefined;
}

/**
 * An ExpiresOn without ExpireStyle must be that of the share, as in an answer that is sent back; otherwise 400, as for a
 * new share.
 */
export function assertSameExpiry(body: ShareChangeBody, { expiresAt }: Pick<ShareRow, 'expiresAt'>, now: Date): void {
  const { ExpiresOn } = body;
  if (changesExpiry(body) || ExpiresOn === undefined) return;
  if (expiresAt === null || Date.parse(ExpiresOn) !== Date.parse(expiresAt)) readExpiry({ ExpiresOn }, null, now);
}

type Given<Values> = { [Key in keyof Values]?: Exclude<Values[Key], undefined> };

function withoutUndefined<Values extends object>(values: Values): Given<Values> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Given<Values>;
}
