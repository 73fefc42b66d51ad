import { systemClock } from '../platform/clock.ts';
import { hashPassword } from '../platform/crypto/passwords.ts';
import { transaction } from '../platform/db/connection.ts';
import { parseEmail } from '../platform/values/email.ts';
import { displayName } from '../platform/values/names.ts';
import { insertActivity } from '../core/activity/activity.queries.ts';
import { generatePassword } from '../core/deployments/generate-password.ts';
import { lockUser } from '../people/credentials/credentials.queries.ts';
import { removeAllFactors } from '../people/factors/reset.steps.ts';
import { findUser, isAddressTaken } from '../people/users/users.queries.ts';
import { signOutUser } from '../people/user-sessions/sign-out.steps.ts';
import { removeUser } from '../people/users/user-removal.steps.ts';
import { addUser } from '../people/users/users.steps.ts';
import { steps } from '../steps.ts';
import { chooseDeployment, withDatabase } from './database.ts';
import { print, table } from './output.ts';
import { findByEmail } from './people.ts';

type NewUser = { email: string; name: string; deployment?: string; siteAdmin: boolean; json?: boolean };

/** Creates a user with a generated password, which is printed once. */
export async function createUser(options: NewUser): Promise<void> {
  const email = parseEmail(options.email);
  const name = displayName(options.name, '--name');
  if (email === null) throw new Error(`--email ${options.email} is not an email address.`);
  const password = generatePassword();
  const passwordHash = await hashPassword(password);
  const userId = await withDatabase(async (sql) => {
    const deploymentId = await chooseDeployment(sql, options.deployment);
    if (await isAddressTaken(sql, deploymentId, email)) throw new Error(`A user ${email} already exists.`);
    return transaction(sql, async (tx) => {
      const now = systemClock();
      const isSiteAdmin = options.siteAdmin;
      const user = await addUser(tx, steps, {
        deploymentId,
        email,
        name,
        isSiteAdmin,
        passwordHash,
        createdBy: null,
        now,
      });
      const details = { userId: user.userId, isSiteAdmin };
      await insertActivity(
        tx,
        { deploymentId, userId: null, at: now },
        { type: 'UserCreated', contentName: email, details },
      );
      return user.userId;
    });
  });
  print(options, { UserId: userId, Email: email, Password: password }, [
    `user      ${userId}`,
    `email     ${email}`,
    `password  ${password}`,
  ]);
}

export async function listUsers(options: { deployment?: string; json?: boolean }): Promise<void> {
  const rows = await withDatabase(async (sql) => {
    const only = options.deployment === undefined ? null : await chooseDeployment(sql, options.deployment);
    return sql<{ UserId: number; DeploymentId: number; Email: string; Name: string; IsSiteAdmin: boolean }[]>`
      select user_id as "UserId", deployment_id as "DeploymentId", email as "Email", name as "Name",
        is_site_admin as "IsSiteAdmin"
      from users
      where deleted_at is null and (${only}::bigint is null or deployment_id = ${only})
      order by deployment_id, email_key`;
  });
  const lines = rows.map((row) => [row.UserId, row.DeploymentId, row.Email, row.Name, row.IsSiteAdmin ? 'yes' : '']);
  print(options, rows, table(['Id', 'Deployment', 'Email', 'Name', 'Site admin'], lines));
}

/** Deletes a user as the API does. */
export async function deleteUser(options: {
  email: string;
  transferTo?: string;
  deployment?: string;
  json?: boolean;
}): Promise<void> {
  const user = await withDatabase(async (sql) => {
    const { transferTo } = options;
    const found = await findByEmail(sql, options.email, options.deployment);
    const own = String(found.deploymentId);
    const heir = transferTo === undefined ? null : (await findByEmail(sql, transferTo, own)).userId;
    const who = { deploymentId: found.deploymentId, userId: null, at: systemClock() };
    await transaction(sql, (tx) => removeUser(tx, steps, who, { userId: found.userId, transferTo: heir }));
    return found;
  });
  print(options, { UserId: user.userId, Deleted: true }, [`user ${options.email} is deleted`]);
}

/** Removes the second factors of a user, as a site admin can in the app. */
export async function resetFactors(email: string, options: { deployment?: string; json?: boolean }): Promise<void> {
  const found = await withDatabase(async (sql) => {
    const key = await findByEmail(sql, email, options.deployment);
    await transaction(sql, async (tx) => {
      await lockUser(tx, key);
      const user = await findUser(tx, key.deploymentId, key.userId);
      if (user === undefined) throw new Error(`There is no user ${email}.`);
      const now = systemClock();
      await removeAllFactors(tx, { ...user, ...key }, { by: null, now });
      const who = { deploymentId: key.deploymentId, userId: null, at: now };
      const details = { userId: key.userId };
      await insertActivity(tx, who, { type: 'SecondFactorsReset', contentName: user.email, details });
    });
    return key;
  });
  print(options, { UserId: found.userId, SecondFactorsReset: true }, [
    `second factors of ${email} are removed; the password alone signs in`,
  ]);
}

/** Ends all sessions of a user, as the user or a site admin can in the app. API tokens stay valid. */
export async function signOutCommand(email: string, options: { deployment?: string; json?: boolean }): Promise<void> {
  const { userId, sessions } = await withDatabase(async (sql) => {
    const key = await findByEmail(sql, email, options.deployment);
    return transaction(sql, async (tx) => {
      await lockUser(tx, key);
      const ended = await signOutUser(tx, key);
      const who = { deploymentId: key.deploymentId, userId: null, at: systemClock() };
      const details = { sessions: ended, userId: key.userId };
      await insertActivity(tx, who, { type: 'UserSignedOut', contentName: email.trim(), details });
      return { userId: key.userId, sessions: ended };
    });
  });
  print(options, { UserId: userId, Sessions: sessions }, [`${email} is signed out; sessions ended: ${sessions}`]);
}
