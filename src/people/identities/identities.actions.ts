/** The caller's identities at providers (docs/api/sign-in.md#connected-accounts). */
import type { Deps } from '../../platform/deps.ts';
import { transaction } from '../../platform/db/connection.ts';
import { Problem, conflict, forbidden, notFound } from '../../platform/errors.ts';
import { recordActivity } from '../../core/activity/activity.queries.ts';
import type { Actor } from '../../core/actor.ts';
import type { Site } from '../../core/hosts/sites.ts';
import { readSettings } from '../../core/settings/settings.access.ts';
import { hasPassword, lockUser } from '../credentials/credentials.queries.ts';
import { assertFresh } from '../credentials/fresh.ts';
import { mailIdentityNotice } from '../identity-notices/identity-notices.steps.ts';
import { findProvider } from '../identity-providers/providers.queries.ts';
import { type GivenPassword, verifyUnlessFresh } from '../sessions/current-password.ts';
import { begin } from '../provider-sign-in/begin-sign-in.ts';
import type { Directory } from '../provider-sign-in/directory.ts';
import { failureOf } from '../provider-sign-in/failures.ts';
import { deleteIdentity, listIdentities } from '../provider-sign-in/identities.queries.ts';

/**
 * Begins to connect an identity; returns the provider's address. Requires a fresh proof, because the identity can be used to sign in
 * from then on.
 */
export async function beginLink(
  deps: Deps,
  directory: Directory,
  actor: Actor,
  wanted: { providerId: number; browser: string; given: GivenPassword; site: Site },
): Promise<string> {
  if (actor.via.kind !== 'session') throw forbidden('Connecting an identity requires a browser session.');
  const provider = await findProvider(deps.sql, actor.deploymentId, wanted.providerId);
  if (provider === undefined || !provider.isEnabled) throw notFound('identity provider');
  await verifyUnlessFresh(deps, actor, wanted.given, 'IdentityLinked');
  const person = { userId: actor.userId, sessionId: actor.via.sessionId };
  const { browser, given, site } = wanted;
  const beginning = { browser, address: given.address, purpose: 'link' as const, returnTo: '/account', person, site };
  try {
    return (await begin(deps, directory, provider, beginning)).uri;
  } catch (error) {
    throw new Problem('/unavailable', 'The identity provider cannot be used now.', { cause: failureOf(error) });
  }
}

/** 404 if the actor has no such identity, 409 if they could not sign in without it. */
export async function disconnect(deps: Deps, actor: Actor, identityId: number): Promise<void> {
  assertFresh(actor);
  await transaction(deps.sql, async (tx) => {
    await lockUser(tx, actor);
    const identities = await listIdentities(tx, actor);
    const identity = identities.find((each) => each.identityId === identityId);
    if (identity === undefined) throw notFound('identity');
    const { PasswordSignIn } = await readSettings(tx, actor.deploymentId);
    const isLast = !identities.some((other) => other !== identity && other.isEnabled);
    if (isLast && !(PasswordSignIn && (await hasPassword(tx, actor)))) {
      throw conflict('You could not sign in without this identity. Set a password first.');
    }
    await deleteIdentity(tx, actor, identityId);
    const details = { providerId: identity.providerId, provider: identity.name, identity: identity.email };
    await recordActivity(tx, actor, { type: 'IdentityUnlinked', contentName: actor.email, details });
    const notice = { kind: 'disconnected', provider: identity.name, identity: identity.email } as const;
    await mailIdentityNotice(tx, actor, notice, actor.now);
  });
}
