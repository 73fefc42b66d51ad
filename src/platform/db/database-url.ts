/** Parses DATABASE_URL; `connection.ts` and `link.ts` turn the parts into connections. */

export type DatabaseAddress = {
  host: string;
  port: number;
  database: string;
  user: string;
  password: string | undefined;
  ssl: false | { rejectUnauthorized: boolean };
  /** False behind a pooler in transaction mode that does not support prepared statements. */
  prepare: boolean;
};

/**
 * Parses a PostgreSQL connection URI: `postgres://user:password@host:port/database?sslmode=…&prepare=false`. A host
 * that starts with %2F, or `?host=/folder`, is the folder of a unix socket.
 */
export function parseDatabaseUrl(url: string): DatabaseAddress {
  const match =
    /^postgres(?:ql)?:\/\/(?:([^:@/]*)(?::([^@/]*))?@)?(\[[^\]]+\]|[^:/?]*)(?::(\d+))?(?:\/([^?]*))?(?:\?(.*))?$/.exec(
      url,
    );
  if (match === null) throw new Error('DATABASE_URL cannot be read as postgres://user:password@host:port/database.');
  const [, user, password, host, port, database, query] = match;
  const parameters = new URLSearchParams(query);
  const name = decodeURIComponent(user || 'postgres');
  return {
    host: parameters.get('host') ?? (decodeURIComponent(host ?? '').replace(/^\[|\]$/g, '') || 'localhost'),
    port: Number(port ?? parameters.get('port') ?? 5432),
    database: decodeURIComponent(database || name),
    user: name,
    password: password === undefined ? undefined : decodeURIComponent(password),
    ssl: sslOptions(parameters.get('sslmode') ?? 'disable'),
    prepare: parameters.get('prepare') !== 'false',
  };
}

/** Folders of the server's socket, where access may not need a password. Empty for network connections. */
export function socketFolders(url: string): string[] {
  const { host } = parseDatabaseUrl(url);
  return host.startsWith('/') ? [host] : [];
}

// libpq's modes: `require` encrypts without checking the certificate; the verify modes check it.
function sslOptions(mode: string): false | { rejectUnauthorized: boolean } {
  if (mode === 'disable') return false;
  // A mistyped verify mode must not turn verification off.
  if (!/^(?:allow|prefer|require|verify-ca|verify-full)$/.test(mode)) {
    throw new Error(`DATABASE_URL has sslmode=${mode}, which is none of disable, require, verify-ca, verify-full.`);
  }
  return { rejectUnauthorized: mode.startsWith('verify') };
}
