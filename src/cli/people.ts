import type { Sql } from '../platform/db/connection.ts';
import { emailKey } from '../platform/values/email.ts';
import { chooseDeployment } from './database.ts';

/** The user with this address. Throws a one-line error if there are several and `deployment` names none of theirs. */
export async function findByEmail(
  sql: Sql,
  email: string,
  deployment: string | undefined,
): Promise<{ deploymentId: number; userId: number }> {
  const only = deployment === undefined ? null : await chooseDeployment(sql, deployment);
  const users = await sql<{ deploymentId: number; userId: number; deploymentName: string }[]>`
    select u.deployment_id as "deploymentId", u.user_id as "userId", d.name as "deploymentName"
    from users u join deployments d using (deployment_id)
    where u.email_key = ${emailKey(email.trim())} and u.deleted_at is null
      and (${only}::bigint is null or u.deployment_id = ${only})
    order by u.deployment_id`;
  const [user] = users;
  if (user === undefined) throw new Error(`There is no user ${email}${only === null ? '' : ` in deployment ${only}`}.`);
  if (users.length > 1) {
    const choices = users.map(({ deploymentId, deploymentName }) => `${deploymentId} (${deploymentName})`).join(', ');
    throw new Error(`There is a user ${email} in ${users.length} deployments; name one with --deployment: ${choices}.`);
  }
  return { deploymentId: user.deploymentId, userId: user.userId };
}
