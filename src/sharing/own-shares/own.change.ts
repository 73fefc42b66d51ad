/** Changes of shares (docs/api/shares.md#changing-a-share). */
import type { Deps } from '../../platform/deps.ts';
import { hashPassword } from '../../platform/crypto/passwords.ts';
import { type Tx, transaction } from '../../platform/db/connection.ts';
import { notFound } from '../../platform/errors.ts';
import { type ActivityEntry, recordActivity } from '../../core/activity/activity.queries.ts';
import type { Actor } from '../../core/actor.ts';
import { assertPasswordAllowed } from '../../core/settings/password-policy.ts';
import { readSettings } from '../../core/settings/settings.access.ts';
import type { Settings } from '../../core/settings/settings.schema.ts';
import { assertKeptExpiry } from '../shares/expiry.ts';
import { listRecipients } from '../shares/recipients.queries.ts';
import { accessShare, assertSharable, maySeeLink, placeOf } from '../shares/shares.access.ts';
import { type ShareRow, type Shared, findShare, updateTerms } from '../shares/shares.queries.ts';
import type { ShareChangeBody } from '../shares/shares.schema.ts';
import type { ShareOperation } from '../shares/sharing.policy.ts';
import { assertTerms } from '../shares/terms.ts';
import { type ShareChange, assertSameExpiry, readChange } from './own.body.ts';

/**
 * Changes the terms of a link; an expired one can become valid again. The result must be a link that its creator could
 * create now. 409 while it is Pending. A site admin with Grant on the item may change the upload limits of anyone's
 * link. Each request of a visitor reads the current terms, so a change needs no further step.
 */
export async function changeShare(
  deps: Deps,
  actor: Actor,
  shared: Shared,
  shareId: number,
  body: ShareChangeBody,
): Promise<{ share: ShareRow; seesLink: boolean }> {
  const settings = await readSettings(deps.sql, actor.deploymentId);
  const change = readChange(body, shared.kind, settings, actor);
  const operation = operationOf(change, actor);
  const target = { shared, shareId };
  const passwordHash = await hashIfNew(deps, actor, { ...target, operation }, change, settings);
  return transaction(deps.sql, async (tx) => {
    // Locked: of two concurrent changes, the second sees the result of the first.
    const { share, item } = await accessShare(tx, actor, target, operation, 'change');
    assertSameExpiry(body, share, actor.now);
    const after = changed(share, change);
    if (operation === 'Change') assertSharable(actor, shared.kind, item, after);
    if (changesTerms(share, change)) {
      if (change.expiresAt === undefined) assertKeptExpiry(after.expiresAt, settings.MaxLinkExpirationDays, actor.now);
      await assertPossible(tx, actor, shared.kind, after, settings);
    }
    await updateTerms(tx, actor, shareId, { ...after, passwordHash });
    const type = shared.kind === 'folder' ? 'FolderLinkChanged' : 'DocumentLinkChanged';
    const details = { shareId, ...detailsOf(change) };
    await recordActivity(tx, actor, { type, ...placeOf(item), contentName: item.name, details });
    const result = await findShare(tx, actor, shared, shareId);
    if (result === undefined) throw notFound('share');
    return { share: result, seesLink: maySeeLink(actor, item, share) };
  });
}

const UPLOAD_LIMITS = new Set(['maxUploadBytes', 'maxUploadDocuments']);

function operationOf(change: ShareChange, { isSiteAdmin }: Actor): 'Change' | 'ChangeLimits' {
  return isSiteAdmin && Object.keys(change).every((name) => UPLOAD_LIMITS.has(name)) ? 'ChangeLimits' : 'Change';
}

// Hashing takes time and memory: outside a transaction, and only for users who may change the share.
async function hashIfNew(
  { sql }: Deps,
  actor: Actor,
  { operation, ...target }: { shared: Shared; shareId: number; operation: ShareOperation },
  { password }: ShareChange,
  settings: Settings,
): Promise<string | null | undefined> {
  if (password === undefined || password === null) return password;
  await assertPasswordAllowed(settings, { password, parameter: 'Password', owner: null });
  await accessShare(sql, actor, target, operation);
  return hashPassword(password);
}

function changed(share: ShareRow, { password, expiresAt, ...terms }: ShareChange): ShareRow {
  return {
    ...share,
    ...terms,
    hasPassword: password === undefined ? share.hasPassword : password !== null,
    expiresAt: expiresAt === undefined ? share.expiresAt : (expiresAt?.toISOString() ?? null),
  };
}

const TERMS = [
  'shareType',
  'allowView',
  'allowDownload',
  'allowUpload',
  'allowEdit',
  'allowComment',
  'accessCodeRequired',
  'allowedDomains',
] as const;

// Later settings may forbid the terms of an existing share, but its name and limits must still be editable, also by sending all of
// it back.
function changesTerms(share: ShareRow, { password, ...change }: ShareChange): boolean {
  const differs = (name: (typeof TERMS)[number]) =>
    change[name] !== undefined && JSON.stringify(change[name]) !== JSON.stringify(share[name]);
  return TERMS.some(differs) || (password === null ? share.hasPassword : password !== undefined);
}

async function assertPossible(
  tx: Tx,
  { deploymentId }: Actor,
  kind: Shared['kind'],
  after: ShareRow,
  settings: Settings,
): Promise<void> {
  const recipients = after.accessCodeRequired ? await listRecipients(tx, deploymentId, after.shareId) : [];
  assertTerms(kind, after, { hasRecipients: recipients.length > 0, settings });
}

// Never the password itself.
function detailsOf({ password, expiresAt, allowedDomains, ...plain }: ShareChange): ActivityEntry['details'] {
  return {
    ...plain,
    ...(expiresAt === undefined ? {} : { expiresOn: expiresAt?.toISOString() ?? null }),
    ...(allowedDomains === undefined ? {} : { allowedDomains: allowedDomains?.join(',') ?? null }),
    ...(password === undefined ? {} : { hasPassword: password !== null }),
  };
}
