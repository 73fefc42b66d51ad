/** Records failed sign-ins with a provider where admins look for them. */
import type { Deps } from '../../platform/deps.ts';
import { transaction } from '../../platform/db/connection.ts';
import { insertActivity } from '../../core/activity/activity.queries.ts';
import { recordProviderFailure } from '../identity-providers/provider-states.queries.ts';
import { findProvider } from '../identity-providers/providers.queries.ts';
import type { SignInFailure } from './failures.ts';
import { type PendingSignIn, storeTest } from './sign-ins.queries.ts';

/** `signInId` null: it could not begin. */
type FailedSignIn = Pick<PendingSignIn, 'deploymentId' | 'providerId' | 'userId' | 'purpose'> & {
  signInId: PendingSignIn['signInId'] | null;
};

export async function recordFailure(
  { sql, clock }: Pick<Deps, 'sql' | 'clock'>,
  { deploymentId, providerId, userId, purpose, signInId }: FailedSignIn,
  { failure, message: reason }: SignInFailure,
): Promise<void> {
  await transaction(sql, async (tx) => {
    const provider = await findProvider(tx, deploymentId, providerId);
    if (purpose === 'test' && provider !== undefined && signInId !== null)
      await storeTest(tx, { deploymentId, signInId }, { failure, claims: { reason } });
    if (provider !== undefined) await recordProviderFailure(tx, provider, failure, clock());
    await insertActivity(
      tx,
      { deploymentId, userId, at: clock() },
      {
        type: 'ProviderSignInFailed',
        contentName: provider?.name ?? String(providerId),
        details: { providerId, purpose, failure, reason },
      },
    );
  });
}
