import type { Sql } from '../platform/db/connection.ts';
import { emailKey } from '../platform/values/email.ts';

/** The user with this address; addresses are unique in the instance. */
export async function findByEmail(sql: Sql, email: string): Promise<{ deploymentId: number; userId: number }> {
  const [user] = await sql<{ deploymentId: number; userId: number }[]>`
    select deployment_id as "deploymentId", user_id as "userId" from users
    where email_key = ${emailKey(email.trim())} and deleted_at is null`;
  if (user === undefined) throw new Error(`There is no user ${email}.`);
  return user;
}
