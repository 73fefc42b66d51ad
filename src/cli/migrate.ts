import { migrate } from '../platform/db/migrate.ts';
import { withDatabaseUrl } from './database.ts';
import { print } from './output.ts';

/** Applies pending migrations; creates the embedded database if it does not exist. */
export async function migrateCommand(options: { json?: boolean }): Promise<void> {
  const applied = await withDatabaseUrl((url) => migrate(url), { mayCreate: true });
  print(
    options,
    { Applied: applied },
    applied.length === 0 ? ['nothing to do'] : applied.map((name) => `applied ${name}`),
  );
}
