import { readConfig } from '../platform/config/config.ts';
import { systemClock } from '../platform/clock.ts';
import { hashPassword } from '../platform/crypto/passwords.ts';
import { transaction } from '../platform/db/connection.ts';
import { parseEmail } from '../platform/values/email.ts';
import { displayName } from '../platform/values/names.ts';
import { foundDeployment } from '../people/found-deployment.steps.ts';
import { generatePassword } from '../core/deployments/generate-password.ts';
import { steps } from '../steps.ts';
import { storeHost } from '../core/hosts/hosts.queries.ts';
import { parseHost, siteOfDeployment } from '../core/hosts/sites.ts';
import { chooseDeployment, withDatabase } from './database.ts';
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

/** Prints the address of the deployment after the change. */
export async function setDeploymentHost(
  id: string,
  host: string | undefined,
  options: { remove?: boolean; json?: boolean },
): Promise<void> {
  if ((host === undefined) === (options.remove !== true)) throw new Error('Name a host name, or --remove.');
  const config = readConfig();
  const wanted = host === undefined ? null : parseHost(config, host);
  if (host !== undefined && wanted === null) {
    throw new Error(`${host} is not a host name with a dot that differs from those of BASE_URL and WEB_URL.`);
  }
  const result = await withDatabase(async (sql) => {
    const deploymentId = await chooseDeployment(sql, id);
    if (!(await storeHost(sql, deploymentId, wanted)))
      throw new Error(`Another deployment has the host name ${wanted}.`);
    const { webUrl } = await siteOfDeployment(sql, config, deploymentId);
    return { DeploymentId: deploymentId, Host: wanted, WebUrl: webUrl };
  });
  print(options, result, [`deployment ${result.DeploymentId} is at ${result.WebUrl}`]);
}

export async function listDeployments(options: { json?: boolean }): Promise<void> {
  const rows = await withDatabase(
    (sql) => sql<{ DeploymentId: number; Name: string; Host: string | null; Users: number; DateCreated: string }[]>`
      select d.deployment_id as "DeploymentId", d.name as "Name", d.host as "Host", d.created_at as "DateCreated",
        (select count(*) from users u where u.deployment_id = d.deployment_id and u.deleted_at is null) as "Users"
      from deployments d order by d.deployment_id`,
  );
  const lines = rows.map((row) => [row.DeploymentId, row.Name, row.Host ?? '', row.Users, row.DateCreated]);
  print(options, rows, table(['Id', 'Name', 'Host', 'Users', 'Created'], lines));
}
