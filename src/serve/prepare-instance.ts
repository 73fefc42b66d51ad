/** Prepares the instance at each start: blob store, secret key, uploads; at the first one deployment, site admin, token. */
import { mkdir, open, rename } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Config } from '../platform/config/config.ts';
import { createHashPool } from '../platform/blobs/sums/hash.ts';
import { openBlobStore } from '../platform/blobs/open.ts';
import { systemClock } from '../platform/clock.ts';
import { hashPassword } from '../platform/crypto/passwords.ts';
import { loadSecretKey } from '../platform/crypto/secret-key.ts';
import { type Sql, connect, transaction } from '../platform/db/connection.ts';
import { lockFounding } from '../platform/db/locks.ts';
import { assertSecretKey } from './secret-key-check.ts';
import { ensureActivityPartitions } from '../core/activity/activity.queries.ts';
import { forgetUnflushed } from '../content/uploads/staged.queries.ts';
import { foundDeployment } from '../people/found-deployment.steps.ts';
import { steps } from '../steps.ts';
import { generatePassword } from '../core/deployments/generate-password.ts';

/** The content of first-run.json. */
export type FirstRun = { BaseUrl: string; Email: string; Password: string; Token: string };

const FIRST_EMAIL = 'admin@localhost';

/**
 * Claims the blob store for this instance, sets uploads back that lost bytes in a power cut, and creates the first
 * deployment if there is none.
 */
export async function prepareInstance(config: Config, databaseUrl: string): Promise<FirstRun | null> {
  const sql = connect(databaseUrl, 1);
  const hashes = createHashPool();
  try {
    const [instance] = await sql<{ id: string; isFounded: boolean }[]>`
      select instance_id as id, exists (select from deployments) as "isFounded" from instance`;
    if (instance === undefined)
      throw new Error('The database has no instance id; it was not created by carrel migrate.');
    await ensureActivityPartitions(sql, systemClock());
    const blobs = await openBlobStore(config.blobs, { clock: systemClock, hashes });
    try {
      await blobs.claim(instance.id);
      if (blobs.deferred !== undefined) await forgetUnflushed(sql, blobs.deferred.boot);
    } finally {
      await blobs.close();
    }
    await assertSecretKey(sql, await loadSecretKey(config));
    return instance.isFounded ? null : await foundInstance(config, sql);
  } finally {
    await sql.end();
    await hashes.close();
  }
}

// Of nodes that start at once, one creates the deployment; the others wait for it and find it.
async function foundInstance(config: Config, sql: Sql): Promise<FirstRun | null> {
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
