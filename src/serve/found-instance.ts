/** Creates the first deployment. Only the first start loads this module and what it imports. */
import { mkdir, open, rename } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Config } from '../platform/config/config.ts';
import { systemClock } from '../platform/clock.ts';
import { hashPassword } from '../platform/crypto/passwords.ts';
import { type Sql, transaction } from '../platform/db/connection.ts';
import { lockFounding } from '../platform/db/locks.ts';
import { generatePassword } from '../core/deployments/generate-password.ts';
import { foundDeployment } from '../people/found-deployment.steps.ts';
import { steps } from '../steps.ts';

/** The content of first-run.json. */
export type FirstRun = { BaseUrl: string; Email: string; Password: string; Token: string };

const FIRST_EMAIL = 'admin@localhost';

/** Of nodes that start at once, one creates the deployment; the others wait for it, find it and return null. */
export async function foundInstance(config: Config, sql: Sql): Promise<FirstRun | null> {
  const password = generatePassword();
  const passwordHash = await hashPassword(password);
  return transaction(sql, async (tx) => {
    await lockFounding(tx);
    const [first] = await tx<{ isFounded: boolean }[]>`select exists (select from deployments) as "isFounded"`;
    if (first?.isFounded === true) return null;
    const now = systemClock();
    const founded = await foundDeployment(tx, steps, { name: 'Carrel', email: FIRST_EMAIL, passwordHash, now });
    const firstRun = { BaseUrl: config.baseUrl, Email: FIRST_EMAIL, Password: password, Token: founded.token };
    // Written before the commit: otherwise a crash between the two would lose the password.
    await writeDurably(resolve(config.dataDir, 'first-run.json'), `${JSON.stringify(firstRun, null, 2)}\n`);
    return firstRun;
  });
}

async function writeDurably(path: string, text: string): Promise<void> {
  await mkdir(resolve(path, '..'), { recursive: true });
  const file = await open(`${path}.new`, 'w', 0o600);
  await file.writeFile(text);
  await file.sync();
  await file.close();
  await rename(`${path}.new`, path);
}
