/** Checks of what several nodes must agree on, for `carrel doctor`: clocks, keys, versions, connections, the store. */
import { BlobMissingError, type BlobStore } from '../../platform/blobs/store.ts';
import type { Sql } from '../../platform/db/connection.ts';
import { HEARTBEAT_TIMEOUT } from '../../platform/jobs/job.ts';
import { type CheckOutcome, type DetailedCheckResult, runCheck } from './health-run.ts';

type NodeRow = {
  host: string | null;
  version: string | null;
  connections: number | null;
  keyCheck: Buffer | null;
  clockSkewMs: number | null;
};

/** A larger difference gets a warning. Carrel uses the database's time, but other programs and log lines do not. */
const LARGEST_SKEW_MS = 1000;
const SAMPLED_CONTENTS = 20;

/** Checks the nodes that are running. `keyCheck`: the fingerprint of this node's key, if it has one. */
export async function checkNodes(sql: Sql, keyCheck: Buffer | undefined): Promise<DetailedCheckResult[]> {
  const nodes = await listNodes(sql).catch(() => []);
  return [
    await runCheck('nodes', async () => nodesState(nodes, keyCheck)),
    await runCheck('clock', () => clockState(sql, nodes)),
    await runCheck('connections', () => connectionState(sql, nodes)),
    await runCheck('standby', () => standbyState(sql, nodes.length)),
  ];
}

/** Compares a few contents of the database, taken at random, with the store. */
export async function checkContents(sql: Sql, blobs: BlobStore): Promise<DetailedCheckResult> {
  return runCheck('contents', async () => {
    const sample = await sampleContents(sql);
    const found = await Promise.all(sample.map((content) => faultOf(blobs, content)));
    const faults = found.filter((fault) => fault !== null);
    const [first] = faults;
    if (first === undefined) return `${sample.length} contents, taken at random, are in the store`;
    const Detail = `${faults.length} of ${sample.length} contents, taken at random, are missing or incomplete`;
    return { State: 'failed', Detail: `${Detail}; carrel verify-blobs finds all`, forOperators: `${Detail}: ${first}` };
  });
}

async function listNodes(sql: Sql): Promise<NodeRow[]> {
  return sql<NodeRow[]>`
    select host, version, connections, key_check as "keyCheck", clock_skew_ms as "clockSkewMs" from worker_heartbeats
    where beat_at > now() - ${HEARTBEAT_TIMEOUT}::interval and host is not null order by host, started_at`;
}

function nodesState(nodes: NodeRow[], keyCheck: Buffer | undefined): CheckOutcome {
  if (nodes.length === 0) return { State: 'hint', Detail: 'none is running' };
  const others = nodes.filter((node) => keyCheck !== undefined && node.keyCheck?.equals(keyCheck) === false);
  if (others.length > 0) {
    const Detail = `${others.length} of ${nodes.length} nodes run with another secret key`;
    return { State: 'failed', Detail, forOperators: `${Detail}: ${others.map(({ host }) => host).join(', ')}` };
  }
  const versions = [...new Set(nodes.map(({ version }) => version))];
  const running = nodes.length === 1 ? '1 node runs' : `${nodes.length} nodes run`;
  if (versions.length === 1) return { State: 'ok', Detail: `${running} version ${versions[0]}, with the same key` };
  return { State: 'warning', Detail: `${running} different versions (${versions.join(', ')}): finish the upgrade` };
}

async function clockState(sql: Sql, nodes: NodeRow[]): Promise<CheckOutcome> {
  const sent = Date.now();
  const [row] = await sql<{ at: number }[]>`select extract(epoch from clock_timestamp())::float8 * 1000 as at`;
  const here = { host: 'this machine', clockSkewMs: (sent + Date.now()) / 2 - (row?.at ?? sent) };
  const worst = [here, ...nodes].reduce((a, b) =>
    Math.abs(b.clockSkewMs ?? 0) > Math.abs(a.clockSkewMs ?? 0) ? b : a,
  );
  const skew = worst.clockSkewMs ?? 0;
  const seconds = (Math.abs(skew) / 1000).toFixed(1);
  if (Math.abs(skew) <= LARGEST_SKEW_MS) {
    return { State: 'ok', Detail: `clocks differ from the database's by at most ${seconds} s` };
  }
  const Detail = `is ${seconds} s ${skew > 0 ? 'ahead of' : 'behind'} the database's: synchronize it (NTP)`;
  return { State: 'warning', Detail: `a clock ${Detail}`, forOperators: `the clock of ${worst.host} ${Detail}` };
}

// docs/operations/database.md#database-connections
async function connectionState(sql: Sql, nodes: NodeRow[]): Promise<CheckOutcome> {
  const [row] = await sql<{ allowed: number }[]>`
    select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
      - coalesce(current_setting('reserved_connections', true)::int, 0) as allowed`;
  const wanted = nodes.reduce((sum, { connections }) => sum + (connections ?? 0), 0);
  const { allowed } = row ?? { allowed: 0 };
  if (wanted <= allowed) return { State: 'ok', Detail: `nodes open at most ${wanted} of ${allowed}` };
  const remedy = 'raise max_connections, or lower WORKERS, API_CONNECTIONS or JOBS_AT_ONCE';
  return { State: 'warning', Detail: `nodes may open ${wanted}, and PostgreSQL allows ${allowed}: ${remedy}` };
}

/** The standbys that PostgreSQL has. `visible`: the user of DATABASE_URL may see their state. */
export type Standbys = { isEmbedded: boolean; names: string; visible: boolean; synchronous: number };

async function standbyState(sql: Sql, nodes: number): Promise<CheckOutcome> {
  const [row] = await sql<Standbys[]>`
    select current_setting('listen_addresses') = '' as "isEmbedded", current_setting('synchronous_standby_names') as names,
      pg_has_role('pg_read_all_stats', 'usage') as visible,
      (select count(*) from pg_stat_replication where sync_state in ('sync', 'quorum')) as synchronous`;
  return judgeStandbys(row ?? { isEmbedded: true, names: '', visible: true, synchronous: 0 }, nodes);
}

/** The outcome of the check. `nodes`: how many are running. */
export function judgeStandbys({ isEmbedded, names, visible, synchronous }: Standbys, nodes: number): CheckOutcome {
  const loss = 'a failover to a standby loses the last changes that were acknowledged';
  if (isEmbedded) return { State: 'ok', Detail: 'none: the database is on this machine only, and backups protect it' };
  if (names === '') {
    return { State: nodes > 1 ? 'warning' : 'hint', Detail: `no synchronous one is configured: ${loss}` };
  }
  if (!visible)
    return { State: 'hint', Detail: 'configured; grant pg_monitor to the user of DATABASE_URL to see its state' };
  if (synchronous === 0)
    return { State: 'warning', Detail: `no synchronous one is connected: writes wait, or ${loss}` };
  return { State: 'ok', Detail: `${synchronous} synchronous: a failover loses nothing that was acknowledged` };
}

type Content = { key: string; size: number };

// Reads only a few pages, however large the table is.
async function sampleContents(sql: Sql): Promise<Content[]> {
  const [row] = await sql<{ pages: number }[]>`select relpages as pages from pg_class where oid = 'blobs'::regclass`;
  const percent = Math.min(100, 2000 / Math.max(row?.pages ?? 0, 1));
  return sql<Content[]>`
    select storage_key as key, size from blobs tablesample system (${percent}) order by random() limit ${SAMPLED_CONTENTS}`;
}

async function faultOf(blobs: BlobStore, { key, size }: Content): Promise<string | null> {
  try {
    const found = await blobs.open(key);
    await found.close();
    return found.size === size ? null : `${key} has ${found.size} instead of ${size} bytes`;
  } catch (error) {
    if (error instanceof BlobMissingError) return `${key} is missing`;
    throw error;
  }
}
