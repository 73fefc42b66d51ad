import { migrate } from '../platform/db/migrate.ts';
import { withDatabaseUrl } from './database.ts';
import { print } from './output.ts';

/** Applies the pending migrations; makes the embedded database where there is none. */
export async function migrateCommand(options: { json?: boolean }): Promise<void> {
  const applied = await withDatabaseUrl((url) => migrate(url), { mayCreate: true });
  print(
    options,
    { Applied: applied },
    applied.length === 0 ? ['nothing to do'] : applied.map((name) => `applied ${name}`),
  );
}
