import type { Tx } from '../platform/db/connection.ts';
import { insertActivity } from '../core/activity/activity.queries.ts';
import { addToken } from './tokens/tokens.steps.ts';
import { type UserSteps, addUser } from './users/users.steps.ts';
import { addDeployment } from '../core/deployments/deployments.steps.ts';

/**
 * Creates a deployment with its first site admin and an API token, which is returned only here. `passwordHash` comes
 * from hashPassword.
 */
export async function foundDeployment(
  tx: Tx,
  steps: UserSteps,
  wanted: { name: string; email: string; passwordHash: string; now: Date },
): Promise<{ deploymentId: number; userId: number; token: string }> {
  const { name, email, passwordHash, now } = wanted;
  const deploymentId = await addDeployment(tx, { name, now });
  const admin = { deploymentId, email, name: 'Site admin', isSiteAdmin: true, passwordHash, createdBy: null, now };
  const { userId } = await addUser(tx, steps, admin);
  const token = { deploymentId, userId, name: 'First token', parentTokenId: null, createdBy: userId, now };
  const added = await addToken(tx, token);
  const who = { deploymentId, userId: null, at: now };
  await insertActivity(tx, who, { type: 'DeploymentCreated', contentName: name });
  await insertActivity(tx, who, { type: 'UserCreated', contentName: email, details: { userId, isSiteAdmin: true } });
  await insertActivity(tx, who, { type: 'TokenCreated', contentName: token.name, details: { userId } });
  return { deploymentId, userId, token: added.token };
}
