/** Prometheus metrics of the instance: background work, workers, disks, backups and the certificate. */
import { X509Certificate } from 'node:crypto';
import { statfs } from 'node:fs/promises';
import { Gauge } from 'prom-client';
import { dataFolders } from '../../platform/config/config.ts';
import type { Deps } from '../../platform/deps.ts';
import { WAITING_HELP } from '../../platform/jobs/waiting.ts';
import { version } from '../../platform/version.ts';
import { readLastBackup } from './last-backup.ts';
import { type Work, countWork } from './state-metrics.queries.ts';

type Source = Pick<Deps, 'sql' | 'config'>;
type Value = { labels?: Record<string, string>; value: number };

// The registry is one for the process; the newest application of the process supplies its values.
let source: Source | undefined;

/** Adds the gauges, which read the state at each scrape. */
export function registerStateMetrics(deps: Source): void {
  if (source === undefined) addGauges();
  source = deps;
}

function addGauges(): void {
  addGauge('carrel_build_info', 'The version that runs; always 1.', async () => [{ labels: { version }, value: 1 }], [
    'version',
  ]);
  addWorkGauges();
  addMachineGauges();
}

// All processes read the same state: the total takes one value, not the sum.
function addGauge(name: string, help: string, read: (from: Source) => Promise<Value[]>, labelNames: string[] = []) {
  const gauge = new Gauge({
    name,
    help,
    labelNames,
    aggregator: 'max',
    async collect() {
      if (source === undefined) return;
      for (const { labels = {}, value } of await read(source)) gauge.set(labels, value);
    },
  });
}

function addWorkGauges(): void {
  const byKind = (jobs: keyof Work, mails: keyof Work) => async (from: Source) => {
    const work = await currentWork(from);
    return [
      { labels: { kind: 'jobs' }, value: work[jobs] },
      { labels: { kind: 'mails' }, value: work[mails] },
    ];
  };
  addGauge('carrel_waiting', WAITING_HELP, byKind('jobs', 'mails'), ['kind']);
  addGauge('carrel_failed', 'Background jobs and mails that were given up.', byKind('failedJobs', 'failedMails'), [
    'kind',
  ]);
  const age = 'Age of the oldest job that is due, and of the oldest mail that waits.';
  addGauge('carrel_oldest_waiting_seconds', age, byKind('jobsWait', 'mailsWait'), ['kind']);
  addGauge('carrel_workers', 'Workers with a current heartbeat, on all machines.', async (from) => [
    { value: (await currentWork(from)).workers },
  ]);
}

let reading: Promise<Work> | undefined;

// The gauges of a scrape share one statement.
function currentWork({ sql }: Source): Promise<Work> {
  reading ??= countWork(sql).finally(() => (reading = undefined));
  return reading;
}

function addMachineGauges(): void {
  const names = ['data', 'contents'];
  const readDisks = (pick: 'bavail' | 'blocks') => async (from: Source) => {
    const disks = await Promise.all(dataFolders(from.config).map((folder) => statfs(folder).catch(() => null)));
    return disks.flatMap((disk, index) =>
      disk === null ? [] : [{ labels: { folder: names[index] ?? '' }, value: disk[pick] * disk.bsize }],
    );
  };
  addGauge('carrel_disk_free_bytes', 'Free space on the disk of a folder.', readDisks('bavail'), ['folder']);
  addGauge('carrel_disk_bytes', 'Size of the disk of a folder.', readDisks('blocks'), ['folder']);
  addGauge('carrel_last_backup_timestamp_seconds', 'The last backup made from this machine; 0: none.', async (from) => {
    const last = await readLastBackup(from.config.dataDir);
    return [{ value: last === null ? 0 : Date.parse(last.CreatedAt) / 1000 }];
  });
  addGauge('carrel_last_backup_missing', 'Contents that the last backup from this machine lacks.', async (from) => [
    { value: (await readLastBackup(from.config.dataDir))?.Damaged ?? 0 },
  ]);
  addGauge('carrel_certificate_expiry_timestamp_seconds', 'End of TLS_CERT; 0: no TLS here.', async ({ config }) => [
    { value: config.tls === null ? 0 : Date.parse(new X509Certificate(config.tls.cert).validTo) / 1000 },
  ]);
}
