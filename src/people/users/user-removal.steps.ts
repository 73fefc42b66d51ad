/** Deletes a user: their objects stay, their access ends (docs/api/users.md#deleting-a-user). */
import type { Tx } from '../../platform/db/connection.ts';
import { invalidParameter, notFound } from '../../platform/errors.ts';
import { runSteps } from '../../platform/steps.ts';
import { insertActivity } from '../../core/activity/activity.queries.ts';
import { lockDeployment } from '../../core/settings/settings.queries.ts';
import { findUser, lockSiteAdmins, lockUsers, isAddressTaken, markUserDeleted } from './users.queries.ts';
import { type Remover, type UserSteps, assertAdminStays } from './users.steps.ts';

/**
 * Deletes a user. The steps end the user's access; the address becomes free. 404 for an unknown user, 400 for an
 * unknown `transferTo`, 409 for the last site admin.
 */
export async function removeUser(
  tx: Tx,
  steps: UserSteps,
  by: Remover,
  { userId, transferTo }: { userId: number; transferTo: number | null },
): Promise<void> {
  const { deploymentId, at: now } = by;
  await lockDeployment(tx, deploymentId);
  assertAdminStays(await lockSiteAdmins(tx, deploymentId), userId);
  await runSteps(tx, steps.userDeletionLocks, { deploymentId, userId });
  const user = await findUser(tx, deploymentId, userId, 'change');
  if (user === undefined) throw notFound('user');
  if (transferTo !== null) await assertCanTakeOver(tx, deploymentId, userId, transferTo);
  const { email } = user;
  await insertActivity(tx, by, { type: 'UserDeleted', contentName: email, details: { userId } });
  await runSteps(tx, steps.userDeletion, { deploymentId, userId, email, transferTo, by });
  await markUserDeleted(tx, deploymentId, userId, { email: await retiredAddress(tx, deploymentId, email), now });
}

async function assertCanTakeOver(tx: Tx, deploymentId: number, userId: number, transferTo: number): Promise<void> {
  const isThere = (await lockUsers(tx, deploymentId, [transferTo])).has(transferTo);
  if (!isThere || transferTo === userId) {
    throw invalidParameter('transferTo', `transferTo must be another user of this deployment: ${transferTo}.`);
  }
}

async function retiredAddress(tx: Tx, deploymentId: number, email: string): Promise<string> {
  for (let number = 1; ; number++) {
    const address = `${email}.inactive${number}`;
    if (!(await isAddressTaken(tx, deploymentId, address))) return address;
  }
}
