/** Writes of providers that site admins and the command line share. The caller has opened the transaction. */
import type { Tx } from '../../platform/db/connection.ts';
import { conflict, invalidParameter } from '../../platform/errors.ts';
import { insertActivity } from '../../core/activity/activity.queries.ts';
import { readSettings } from '../../core/settings/settings.access.ts';
import { lockDeployment } from '../../core/settings/settings.queries.ts';
import { lockGroups } from '../groups/groups.queries.ts';
import { sealClientSecret } from './client-secret.ts';
import type { WantedProvider } from './providers.body.ts';
import {
  type ProviderGroup,
  type ProviderRow,
  deleteProviderRow,
  endSessionsOfProvider,
  insertProvider,
  listProviders,
  replaceProviderGroups,
  storeClientSecret,
  updateProvider,
} from './providers.queries.ts';

/** `userId` null: the operator at the command line. */
export type ProviderAdmin = { deploymentId: number; userId: number | null; at: Date };

const MAX_PROVIDERS = 20;

/**
 * Adds a provider and returns its id. 400 for groups that do not exist, 409 beyond 20 providers. `assertMayManage`: see
 * setProviderGroups.
 */
export async function addProvider(
  tx: Tx,
  secretKey: Buffer,
  who: ProviderAdmin,
  { assertMayManage, ...wanted }: WantedProvider & { assertMayManage: AssertMayManage },
): Promise<number> {
  const { deploymentId } = who;
  await lockDeployment(tx, deploymentId);
  if ((await listProviders(tx, deploymentId)).length >= MAX_PROVIDERS) {
    throw conflict(`A deployment has at most ${MAX_PROVIDERS} identity providers.`);
  }
  const providerId = await insertProvider(tx, deploymentId, { ...wanted, now: who.at });
  const key = { deploymentId, providerId };
  if (wanted.clientSecret !== null) {
    await storeClientSecret(tx, key, sealClientSecret(secretKey, key, wanted.clientSecret));
  }
  await setProviderGroups(tx, key, { groups: wanted.groups, assertMayManage });
  const details = { providerId, issuer: wanted.issuer, isEnabled: wanted.isEnabled };
  await insertActivity(tx, who, { type: 'IdentityProviderCreated', contentName: wanted.name, details });
  return providerId;
}

/** Enables or disables the provider. 409 if nobody could sign in afterwards. */
export async function switchProvider(
  tx: Tx,
  who: ProviderAdmin,
  provider: ProviderRow,
  isEnabled: boolean,
): Promise<void> {
  if (provider.isEnabled === isEnabled) return;
  if (!isEnabled) await assertWayIn(tx, provider);
  await updateProvider(tx, { ...provider, isEnabled });
  const details = { providerId: provider.providerId, changed: 'IsEnabled', isEnabled };
  await insertActivity(tx, who, { type: 'IdentityProviderChanged', contentName: provider.name, details });
}

/** Deletes the provider, its identities, and the sessions that it opened. 409 if nobody could sign in afterwards. */
export async function removeProvider(tx: Tx, who: ProviderAdmin, provider: ProviderRow): Promise<void> {
  await assertWayIn(tx, provider);
  const sessions = await endSessionsOfProvider(tx, provider);
  await deleteProviderRow(tx, provider);
  const details = { providerId: provider.providerId, issuer: provider.issuer, sessions };
  await insertActivity(tx, who, { type: 'IdentityProviderDeleted', contentName: provider.name, details });
}

/** Throws if the caller may not let a provider manage a group that requires a second factor. */
export type AssertMayManage = () => void;

/**
 * Replaces the groups that the provider manages. 400 for one that does not exist. `assertMayManage` is called for groups that require
 * a second factor, because a provider can remove all members.
 */
export async function setProviderGroups(
  tx: Tx,
  key: { deploymentId: number; providerId: number },
  { groups, assertMayManage }: { groups: ProviderGroup[]; assertMayManage: AssertMayManage },
): Promise<void> {
  const groupIds = [...new Set(groups.map(({ groupId }) => groupId))];
  const known = await lockGroups(tx, key.deploymentId, groupIds);
  const unknown = groupIds.filter((groupId) => !known.has(groupId));
  if (unknown.length > 0) throw invalidParameter('Groups', `There is no group ${unknown.join(', ')}.`);
  if ([...known.values()].some(({ requiresSecondFactor }) => requiresSecondFactor)) assertMayManage();
  await replaceProviderGroups(tx, key, groups);
}

/** 409 if passwords are turned off and this is the last enabled provider. Serialized with changes of settings. */
export async function assertWayIn(tx: Tx, { deploymentId, providerId }: ProviderRow): Promise<void> {
  await lockDeployment(tx, deploymentId);
  const { PasswordSignIn } = await readSettings(tx, deploymentId);
  if (PasswordSignIn) return;
  const others = (await listProviders(tx, deploymentId)).filter((other) => other.providerId !== providerId);
  if (others.some(({ isEnabled }) => isEnabled)) return;
  throw conflict('Nobody could sign in without this provider. Turn on the setting PasswordSignIn first.');
}
