import type { Tx } from '../../platform/db/connection.ts';
import { forbidden } from '../../platform/errors.ts';
import type { Actor } from '../../core/actor.ts';
import type { SettingChange } from '../../core/settings/merge-settings.ts';
import { isProviderSession } from '../identity-providers/providers.queries.ts';

/**
 * 403 if somebody turns off passwords without having shown that they can sign in otherwise: their own session must be of an
 * enabled provider.
 */
export async function assertPasswordsReplaceable(
  tx: Tx,
  { actor, changes }: { actor: Actor; changes: SettingChange[] },
): Promise<void> {
  if (!changes.some(({ key, to }) => key === 'PasswordSignIn' && to === false)) return;
  const { via, deploymentId } = actor;
  if (via.kind === 'session' && (await isProviderSession(tx, deploymentId, via.sessionId))) return;
  throw forbidden('Sign in with an identity provider first, then turn off passwords.');
}
