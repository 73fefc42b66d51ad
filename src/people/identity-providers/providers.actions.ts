/** Identity providers, for site admins (docs/api/sign-in.md#identity-providers). */
import type { Deps } from '../../platform/deps.ts';
import { transaction } from '../../platform/db/connection.ts';
import { invalidParameter } from '../../platform/errors.ts';
import { recordActivity } from '../../core/activity/activity.queries.ts';
import type { Actor } from '../../core/actor.ts';
import { creation } from '../../core/idempotency/idempotency.steps.ts';
import { assertFresh, freshSessionOf } from '../credentials/fresh.ts';
import { sealClientSecret } from './client-secret.ts';
import { accessProvider } from './providers.access.ts';
import { recordTested } from './provider-states.queries.ts';
import { assertTerms, readCreation, readProviderChange } from './providers.body.ts';
import { type ProviderRow, storeClientSecret, updateProvider } from './providers.queries.ts';
import type { ProviderChange, ProviderCreation } from './providers.schema.ts';
import {
  type AssertMayManage,
  type ProviderAdmin,
  addProvider,
  assertWayIn,
  removeProvider,
  setProviderGroups,
} from './providers.steps.ts';

/** After a change of these, a test must be repeated. */
const PROVEN = ['ClientId', 'ClientSecret', 'Scopes'] as const;

/** 400 for invalid terms. */
export async function createProvider(deps: Deps, actor: Actor, body: ProviderCreation): Promise<ProviderRow> {
  const wanted = readCreation(body);
  assertFresh(actor);
  assertSafeIssuer(deps, wanted.issuer);
  return creation(deps.sql, actor, async (tx) => {
    const providerId = await addProvider(tx, deps.secretKey, adminOf(actor), {
      ...wanted,
      assertMayManage: assertMayManage(actor),
    });
    return accessProvider(tx, actor, providerId);
  });
}

/** 400 for invalid terms, 409 if nobody could sign in afterwards. */
export async function changeProvider(
  deps: Deps,
  actor: Actor,
  providerId: number,
  body: ProviderChange,
): Promise<ProviderRow> {
  const { terms, clientSecret, groups } = readProviderChange(body);
  assertFresh(actor);
  return transaction(deps.sql, async (tx) => {
    const { version: _, ...provider } = await accessProvider(tx, actor, providerId, 'change');
    const changed = { ...provider, ...terms };
    assertTerms(changed);
    // API tokens cannot lower the rule for second factors (decision 0113).
    if (provider.requiresSecondFactor && !changed.requiresSecondFactor) freshSessionOf(actor);
    if (provider.isEnabled && !changed.isEnabled) await assertWayIn(tx, { ...provider, version: 0 });
    await updateProvider(tx, changed);
    if (clientSecret !== undefined) {
      const sealed = clientSecret === null ? null : sealClientSecret(deps.secretKey, provider, clientSecret);
      await storeClientSecret(tx, provider, sealed);
    }
    // Another claim changes who is in the groups, as other groups do.
    if (groups !== undefined || changed.groupsClaim !== provider.groupsClaim)
      await setProviderGroups(tx, provider, {
        groups: groups ?? provider.groups,
        assertMayManage: assertMayManage(actor),
      });
    if (PROVEN.some((property) => body[property] !== undefined)) await recordTested(tx, provider, null);
    const details = { providerId, changed: Object.keys(body).join(' '), isEnabled: changed.isEnabled };
    await recordActivity(tx, actor, { type: 'IdentityProviderChanged', contentName: changed.name, details });
    return accessProvider(tx, actor, providerId);
  });
}

/** See removeProvider. */
export async function deleteProvider(deps: Deps, actor: Actor, providerId: number): Promise<void> {
  assertFresh(actor);
  await transaction(deps.sql, async (tx) => {
    const provider = await accessProvider(tx, actor, providerId, 'change');
    await removeProvider(tx, adminOf(actor), provider);
  });
}

/** 400 for http, unless the operator allows providers on this machine. */
export function assertSafeIssuer({ config }: Pick<Deps, 'config'>, issuer: string): void {
  if (issuer.startsWith('https:') || config.providerNetworks.length > 0) return;
  throw invalidParameter('Issuer', 'Issuer must be an https URL.');
}

// API tokens cannot remove members from such a group (decision 0113), and a provider could.
function assertMayManage(actor: Actor): AssertMayManage {
  return () => void freshSessionOf(actor);
}

function adminOf({ deploymentId, userId, now: at }: Actor): ProviderAdmin {
  return { deploymentId, userId, at };
}
