import { systemClock } from '../platform/clock.ts';
import { hashPassword } from '../platform/crypto/passwords.ts';
import { transaction } from '../platform/db/connection.ts';
import { parseEmail } from '../platform/values/email.ts';
import { displayName } from '../platform/values/names.ts';
import { foundDeployment } from '../people/found-deployment.steps.ts';
import { generatePassword } from '../core/deployments/generate-password.ts';
import { steps } from '../steps.ts';
import { withDatabase } from './database.ts';
import { print, table } from './output.ts';

/** Prints `{DeploymentId, Email, Password, Token}`. */
export async function createDeployment(options: { name: string; adminEmail: string; json?: boolean }): Promise<void> {
  const email = parseEmail(options.adminEmail);
  const name = displayName(options.name, '--name');
  if (email === null) throw new Error(`--admin-email ${options.adminEmail} is not an email address.`);
  const password = generatePassword();
  const passwordHash = await hashPassword(password);
  const founded = await withDatabase((sql) =>
    transaction(sql, (tx) => foundDeployment(tx, steps, { name, email, passwordHash, now: systemClock() })),
  );
  const result = { DeploymentId: founded.deploymentId, Email: email, Password: password, Token: founded.token };
  print(options, result, [
    `deployment  ${result.DeploymentId}`,
    `email       ${email}`,
    `password    ${password}`,
    `token       ${founded.token}`,
  ]);
}

export async function listDeployments(options: { json?: boolean }): Promise<void> {
  const rows = await withDatabase(
    (sql) => sql<{ DeploymentId: number; Name: string; Users: number; DateCreated: string }[]>`
      select d.deployment_id as "DeploymentId", d.name as "Name", d.created_at as "DateCreated",
        (select count(*) from users u where u.deployment_id = d.deployment_id and u.deleted_at is null) as "Users"
      from deployments d order by d.deployment_id`,
  );
  const lines = rows.map((row) => [row.DeploymentId, row.Name, row.Users, row.DateCreated]);
  print(options, rows, table(['Id', 'Name', 'Users', 'Created'], lines));
}
