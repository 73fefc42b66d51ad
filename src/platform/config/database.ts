/** The addresses of the database, and what precedes its migrations. */
import { parseDatabaseUrl } from '../db/servers/database-url.ts';
import { ConfigError, type Env, type VariableName, oneOf, text } from './variables.ts';

/** Null: the embedded PostgreSQL, and LISTEN where everything else goes. */
export function readDatabase(env: Env): {
  databaseUrl: string | null;
  databaseListenUrl: string | null;
  upgradeBackup: boolean;
} {
  const databaseUrl = addressOf(env, 'DATABASE_URL');
  const databaseListenUrl = addressOf(env, 'DATABASE_LISTEN_URL');
  if (databaseUrl === null && databaseListenUrl !== null) {
    throw new ConfigError('DATABASE_LISTEN_URL is for a pooler that DATABASE_URL names: set both.');
  }
  const upgradeBackup = oneOf(env, 'UPGRADE_BACKUP', ['true', 'false']) !== 'false';
  return { databaseUrl, databaseListenUrl, upgradeBackup };
}

// The value itself stays out of the message, because it has a password.
function addressOf(env: Env, name: VariableName): string | null {
  const value = text(env, name);
  if (value === null) return null;
  const url = value.replace(/\/+$/, '');
  try {
    parseDatabaseUrl(url, name);
  } catch (error) {
    throw new ConfigError((error as Error).message);
  }
  return url;
}
