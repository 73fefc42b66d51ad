import { hostname } from 'node:os';
import type { Config } from '../platform/config/config.ts';
import { migrationNames } from '../platform/db/migrations/files.ts';
import type { Node } from '../platform/jobs/worker.ts';
import { version } from '../platform/version.ts';
import { fingerprintOf } from './secret-key-check.ts';

/** This node, for `carrel doctor`. `apiProcesses`: 0 for a standalone worker. */
export async function describeNode(config: Config, secretKey: Buffer, apiProcesses: number): Promise<Node> {
  // docs/operations/database.md#database-connections: a listening connection beside each pool of an API process, and in the
  // worker the queue's pool beside ours.
  const connections = apiProcesses * (config.apiConnections + 1) + 2 * config.jobsAtOnce + 2;
  const release = (await migrationNames()).at(-1) ?? '';
  return { host: hostname(), version, release, connections, keyCheck: fingerprintOf(secretKey) };
}
