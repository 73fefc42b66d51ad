import { migrateData } from '../upgrade/contracting.ts';
import { withDatabaseUrl } from './database.ts';
import { interruption } from './interrupt.ts';
import { print, report } from './output.ts';

/** Applies pending migrations; creates the embedded database if it does not exist. */
export async function migrateCommand(options: { json?: boolean }): Promise<void> {
  const applied = await withDatabaseUrl(
    (url, config) => migrateData(config, url, { say: report, signal: interruption('run it again to continue') }),
    { mayCreate: true },
  );
  print(
    options,
    { Applied: applied },
    applied.length === 0 ? ['nothing to do'] : applied.map((name) => `applied ${name}`),
  );
}
