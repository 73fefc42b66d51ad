import type { Sql } from '../platform/db/connection.ts';
import { emailKey } from '../platform/values/email.ts';
import { LIBRARIES } from '../demo/company.ts';
import { fillDeployment } from '../demo/demo.ts';
import { generatePassword } from '../core/deployments/generate-password.ts';
import { readSettings } from '../core/settings/settings.access.ts';
import { chooseDeployment, withDeps } from './database.ts';
import { interruption } from './interrupt.ts';
import { print, table } from './output.ts';

type Options = { deployment?: string; despiteDocuments: boolean; json?: boolean };

/** Mail to such addresses is never sent (platform/mail/transport.ts). */
const DOMAIN = 'hartwell.invalid';

const FRESH_DEPLOYMENT_HINT = 'carrel deployment create creates one, and carrel demo --deployment fills it';

/** Fills a deployment with demo data and prints how to sign in. */
export async function demoCommand(options: Options): Promise<void> {
  const signal = interruption(`the deployment is partially filled: start with an empty one (${FRESH_DEPLOYMENT_HINT})`);
  const result = await withDeps(async (deps) => {
    const deploymentId = await chooseDeployment(deps.sql, options.deployment);
    await assertFillable(deps.sql, deploymentId, options.despiteDocuments);
    await assertAllowed(deps.sql, deploymentId);
    const domain = (await isDomainTaken(deps.sql, DOMAIN)) ? `d${deploymentId}.${DOMAIN}` : DOMAIN;
    const filled = await fillDeployment(deps, { deploymentId, domain, signal });
    return { deploymentId, webUrl: deps.config.webUrl, ...filled };
  });
  const { people, password, documents } = result;
  print(
    options,
    {
      DeploymentId: result.deploymentId,
      WebUrl: result.webUrl,
      Documents: documents,
      People: people.map(({ email, name, about }) => ({ Email: email, Name: name, About: about, Password: password })),
    },
    [
      `deployment ${result.deploymentId} has ${documents} documents and half a year of work; sign in at ${result.webUrl} as one of`,
      ...table(
        ['Email', 'Name', 'Who'],
        people.map(({ email, name, about }) => [email, name, about]),
      ),
      `password of each  ${password}`,
    ],
  );
}

async function assertFillable(sql: Sql, deploymentId: number, mayHaveDocuments: boolean): Promise<void> {
  const [state] = await sql<{ isDemo: boolean; hasDocuments: boolean; library: string | null }[]>`
    select
      exists (select from users where deployment_id = ${deploymentId} and email_key like ${`%${emailKey(DOMAIN)}`}) as "isDemo",
      exists (select from documents where deployment_id = ${deploymentId}) as "hasDocuments",
      (select min(name) from libraries where deployment_id = ${deploymentId} and not is_private and trashed_at is null
        and name = any (${Object.keys(LIBRARIES)})) as library`;
  if (state?.isDemo === true) {
    throw new Error(
      `Deployment ${deploymentId} already contains the demo, or the rest of an interrupted run; ${FRESH_DEPLOYMENT_HINT}.`,
    );
  }
  if (state?.hasDocuments === true && !mayHaveDocuments) {
    throw new Error(
      `Deployment ${deploymentId} has documents; --despite-documents fills it anyway, or ${FRESH_DEPLOYMENT_HINT}.`,
    );
  }
  if (typeof state?.library === 'string') {
    throw new Error(
      `Deployment ${deploymentId} has a library ${state.library}, as the demo would make; ${FRESH_DEPLOYMENT_HINT}.`,
    );
  }
}

// Checked first, because the deployment's own settings would reject demo data halfway.
async function assertAllowed(sql: Sql, deploymentId: number): Promise<void> {
  const { FileTypeWhitelist, MaxLinkExpirationDays, PasswordPolicy } = await readSettings(sql, deploymentId);
  const isLonger = PasswordPolicy.MinLength > generatePassword().length;
  const rules = { FileTypeWhitelist, MaxLinkExpirationDays, PasswordPolicy: isLonger ? PasswordPolicy : null };
  const set = Object.entries(rules).flatMap(([name, rule]) => (rule === null ? [] : [name]));
  if (set.length > 0) {
    throw new Error(
      `Deployment ${deploymentId} has rules that the demo would break: ${set.join(', ')}; ${FRESH_DEPLOYMENT_HINT}.`,
    );
  }
}

// Otherwise a person of two demos would have to choose the deployment at each sign-in.
async function isDomainTaken(sql: Sql, domain: string): Promise<boolean> {
  const rows = await sql`select from users where email_key like ${`%@${domain}`} limit 1`;
  return rows.length > 0;
}
