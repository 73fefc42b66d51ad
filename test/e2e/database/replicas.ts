/** A primary and its streaming standby, each a copy of the cluster that services start on. */
import { execFile } from 'node:child_process';
import { appendFile, chmod, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { TestContext } from 'node:test';
import { promisify } from 'node:util';
import { type Sql, connect } from '../../../src/platform/db/connection.ts';
import { choosePlacement } from '../../../src/platform/postgres/account.ts';
import { prepareBinaries } from '../../../src/platform/postgres/binaries.ts';
import { launchServer } from '../../../src/platform/postgres/server.ts';
import { prepareSocketFolder, socketUrl } from '../../../src/platform/postgres/socket.ts';
import { DATA_TEMPLATE } from '../../database.ts';
import { temporaryFolder } from '../service.ts';

export type Replica = { socketFolder: string; admin: Sql; stop: () => Promise<void> };

const log = () => {};

/** Starts both; the standby is ready for reads. */
export async function startReplicas(t: TestContext): Promise<{ primary: Replica; standby: Replica }> {
  const first = await copyCluster(t, process.env[DATA_TEMPLATE] ?? '');
  // A standby refuses a cluster that was not written by a server with replicas.
  await (await start(t, first)).stop();
  const second = await copyCluster(t, first);
  const primary = await start(t, first);
  const settings = join(second, 'postgres/postgresql.auto.conf');
  await appendFile(settings, `primary_conninfo = 'host=${primary.socketFolder} user=carrel'\n`);
  await promisify(execFile)('cp', ['-p', settings, join(second, 'postgres/standby.signal')]);
  return { primary, standby: await start(t, second) };
}

async function copyCluster(t: TestContext, from: string): Promise<string> {
  const folder = `${await temporaryFolder(t)}/data`;
  await promisify(execFile)('cp', ['-a', from, folder]);
  return folder;
}

async function start(t: TestContext, folder: string): Promise<Replica> {
  const { cluster, account } = await choosePlacement(folder, log);
  const binaries = await prepareBinaries(cluster, account);
  // The last of equal options counts.
  const postgres = join(dirname(folder), 'postgres-with-replicas');
  await writeFile(postgres, `#!/bin/sh\nexec '${binaries.postgres}' "$@" -c wal_level=replica -c max_wal_senders=2\n`);
  await chmod(postgres, 0o755);
  const socketFolder = await prepareSocketFolder(cluster, account);
  const launch = { cluster, socketFolder, account, durable: false, log, logFile: join(folder, 'logs/postgres.log') };
  const server = await launchServer({ ...launch, binaries: { ...binaries, postgres } });
  const admin = connect(socketUrl(socketFolder), 1);
  const stop = async () => {
    await admin.end({ timeout: 1 });
    await server.stop();
  };
  t.after(stop);
  return { socketFolder, admin, stop };
}
