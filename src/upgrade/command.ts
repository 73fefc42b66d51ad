import { type Config, readConfig } from '../platform/config/config.ts';
import { isSettled } from '../platform/postgres/kept-clusters.ts';
import { acquireDirLock } from '../platform/process/dir-lock.ts';
import { migrateData } from './contracting.ts';
import { exportCluster } from './export-cluster.ts';
import { importCluster } from './import-cluster.ts';
import { confirmUpgrade, rollBackCluster } from './keep-or-return.ts';
import { type Plan, planImport, planUpgrade } from './plan.ts';
import { withDatabaseUrl } from '../cli/database.ts';
import { interruption } from '../cli/interrupt.ts';
import { print, readableSize, report } from '../cli/output.ts';

type Options = { check?: boolean; export?: boolean; rollback?: boolean; confirm?: boolean; json?: boolean };

/** Brings the data to this version, or does what one of the options says. */
export async function upgradeCommand(options: Options): Promise<void> {
  const { check, export: exporting, rollback, confirm } = options;
  if ([check, exporting, rollback, confirm].filter((flag) => flag === true).length > 1) {
    throw new Error('Use one of --check, --export, --rollback and --confirm.');
  }
  const config = readConfig();
  if (check === true) return checkUpgrade(config, options);
  if (exporting === true) return exportData(config, options);
  if (rollback === true) return rollBack(config, options);
  if (confirm === true) return confirmData(config, options);
  return upgradeData(config, options);
}

async function checkUpgrade(config: Config, options: Options): Promise<void> {
  const plan = (await planImport(config)) ?? (await withDatabaseUrl((url) => planUpgrade(config, url)));
  print(options, plan, linesOf(plan));
  if (plan.Refused === null) return;
  process.stderr.write(`carrel: ${plan.Refused}\n`);
  process.exitCode = 1;
}

function linesOf({ Data, Program, Migrations, ...plan }: Plan): string[] {
  const state = ({ Version, Schema, PostgreSql }: Plan['Data'], unknown: string) =>
    [Version ?? unknown, Schema, PostgreSql === null ? null : `PostgreSQL ${PostgreSql}`]
      .filter((part) => part !== null)
      .join(', ');
  return [
    `data       ${state(Data, 'an older version')}`,
    `program    ${state(Program, '')}`,
    ...(Migrations.length === 0 ? ['migrations none'] : []),
    ...Migrations.map(({ Name, Kind, TableBytes, Seconds }) =>
      [
        `migration  ${Name}: ${describeKind(Kind)}`,
        ...(TableBytes === 0 ? [] : [`reads or rewrites ${readableSize(TableBytes)}, up to ${Seconds} s`]),
      ].join('; '),
    ),
    ...(isLoaded(Data, Program) ? ['load       all data into a new cluster; the old one is kept'] : []),
    `time       up to ${Math.max(1, plan.Seconds)} s of migrations`,
    `space      up to ${readableSize(plan.NeededBytes)}; ${readableSize(plan.FreeBytes)} are free`,
    `backup     ${plan.BackedUpAt ?? 'none is recorded'}${plan.HasRecentBackup ? '' : ': run carrel backup first'}`,
    ...(plan.OlderNodes.length === 0 ? [] : [`stop first ${plan.OlderNodes.join(', ')}`]),
  ];
}

const describeKind = (kind: 'expand' | 'contract'): string =>
  kind === 'expand'
    ? 'expands, the previous release still runs'
    : 'contracts, the previous release no longer runs; the database is backed up before it';

const isLoaded = (data: Plan['Data'], program: Plan['Program']): boolean =>
  program.PostgreSql !== null && data.PostgreSql !== null && data.PostgreSql !== program.PostgreSql;

async function exportData(config: Config, options: Options): Promise<void> {
  const made = await withEmbedded(config, (signal) => exportCluster(config.dataDir, { say: report, signal }));
  print(options, made, [
    `exported the data of PostgreSQL ${made.Major} (${made.Snapshot})`,
    'do not start this release again: the export is valid until then',
  ]);
}

async function rollBack(config: Config, options: Options): Promise<void> {
  const { From, To } = await withEmbedded(config, () => rollBackCluster(config.dataDir));
  print(options, { From, To }, [
    `the data is that of PostgreSQL ${To} again, as it was before the upgrade`,
    `what changed since is kept in the cluster of PostgreSQL ${From} until carrel upgrade --confirm`,
  ]);
}

async function confirmData(config: Config, options: Options): Promise<void> {
  const Removed = await confirmUpgrade(config.dataDir, { isEmbedded: config.databaseUrl === null });
  print(options, { Removed }, Removed.length === 0 ? ['nothing is kept'] : Removed.map((path) => `removed ${path}`));
}

async function upgradeData(config: Config, options: Options): Promise<void> {
  const signal = interruption('run it again to continue');
  const isEmbedded = config.databaseUrl === null;
  const Imported =
    isEmbedded && !(await isSettled(config.dataDir))
      ? await withLock(config, () => importCluster(config.dataDir, { say: report, signal }))
      : false;
  const Applied = await withDatabaseUrl((url) => migrateData(config, url, { say: report, signal }));
  const lines = Applied.map((name) => `applied ${name}`);
  print(options, { Imported, Applied }, lines.length === 0 && !Imported ? ['nothing to do'] : lines);
}

async function withEmbedded<T>(config: Config, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  if (config.databaseUrl !== null) {
    throw new Error('DATABASE_URL names the PostgreSQL; Carrel exports and returns only to its embedded one.');
  }
  const signal = interruption('run it again to continue');
  return withLock(config, () => work(signal));
}

async function withLock<T>({ dataDir }: Config, work: () => Promise<T>): Promise<T> {
  const lock = await acquireDirLock(dataDir, { purpose: 'carrel upgrade' });
  try {
    return await work();
  } finally {
    await lock.release();
  }
}
