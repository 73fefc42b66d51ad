/** Parses DATABASE_URL; `client.ts` turns the parts into connections. */

/** A host that starts with a slash is the folder of a unix socket. */
export type Server = { host: string; port: number };

const TARGETS = ['any', 'read-write', 'primary'] as const;

export type DatabaseAddress = {
  /** In the order in which they are tried. */
  servers: readonly [Server, ...Server[]];
  /** The role that the server must have: any, one that accepts writes, or one that is no standby. */
  target: (typeof TARGETS)[number];
  database: string;
  user: string;
  password: string | undefined;
  ssl: false | { rejectUnauthorized: boolean };
  /** False behind a pooler in transaction mode that does not support prepared statements. */
  prepare: boolean;
};

const FORM = /^postgres(?:ql)?:\/\/(?:([^:@/?]*)(?::([^@/]*))?@)?([^/?]*)(?:\/([^?]*))?(?:\?(.*))?$/;
const DEFAULT_PORT = '5432';

/**
 * Parses a connection URI of libpq: `postgres://user:password@host:port,host:port/database?sslmode=…&prepare=false`. A
 * host that starts with %2F, or `?host=/folder`, is the folder of a unix socket. `name`: the variable, for errors.
 */
export function parseDatabaseUrl(url: string, name = 'DATABASE_URL'): DatabaseAddress {
  const match = FORM.exec(url);
  if (match === null) throw new Error(`${name} cannot be read as postgres://user:password@host:port/database.`);
  const [, user, password, hosts = '', database, query] = match;
  const parameters = new URLSearchParams(query);
  const servers = parameters.has('host') ? serversOfParameters(parameters, name) : serversOf(hosts, parameters, name);
  const role = decodeURIComponent(user || 'postgres');
  return {
    servers,
    // A standby among several servers must not get what was meant for the primary.
    target: oneOf(TARGETS, parameters.get('target_session_attrs'), name) ?? (servers.length > 1 ? 'read-write' : 'any'),
    database: decodeURIComponent(database || role),
    user: role,
    password: password === undefined ? undefined : decodeURIComponent(password),
    ssl: sslOptions(parameters.get('sslmode') ?? 'disable', name),
    prepare: parameters.get('prepare') !== 'false',
  };
}

/** Folders of the server's socket, where access may not need a password. Empty for network connections. */
export function socketFolders(url: string): string[] {
  return parseDatabaseUrl(url).servers.flatMap(({ host }) => (host.startsWith('/') ? [host] : []));
}

function serversOf(hosts: string, parameters: URLSearchParams, name: string): DatabaseAddress['servers'] {
  const otherwise = parameters.get('port') ?? DEFAULT_PORT;
  return listed(
    hosts.split(',').map((part) => {
      const [, host = '', port = otherwise] = /^(\[[^\]]+\]|[^:[\]]*)(?::(\d+))?$/.exec(part) ?? [];
      const isMalformed = host === '' && part !== '' && !part.startsWith(':');
      return isMalformed ? null : serverOf(decodeURIComponent(host).replace(/^\[|\]$/g, ''), port);
    }),
    name,
  );
}

// libpq's form: one port for each host, or one for all.
function serversOfParameters(parameters: URLSearchParams, name: string): DatabaseAddress['servers'] {
  const hosts = (parameters.get('host') ?? '').split(',');
  const ports = (parameters.get('port') ?? DEFAULT_PORT).split(',');
  if (ports.length > 1 && ports.length !== hosts.length) {
    throw new Error(`${name} has ${ports.length} ports for ${hosts.length} hosts.`);
  }
  return listed(
    hosts.map((host, n) => serverOf(host, (ports.length > 1 ? ports[n] : ports[0]) || DEFAULT_PORT)),
    name,
  );
}

function serverOf(host: string, port: string): Server | null {
  const isPort = /^\d+$/.test(port) && Number(port) >= 1 && Number(port) <= 65_535;
  return isPort ? { host: host || 'localhost', port: Number(port) } : null;
}

function listed(servers: (Server | null)[], name: string): DatabaseAddress['servers'] {
  const [first, ...others] = servers.filter((server) => server !== null);
  if (first === undefined || others.length + 1 < servers.length) {
    throw new Error(`${name} has a host or port that cannot be read as host:port,host:port.`);
  }
  return [first, ...others];
}

function oneOf<T extends string>(values: readonly T[], value: string | null, name: string): T | null {
  const found = values.find((candidate) => candidate === value);
  if (value !== null && found === undefined) {
    throw new Error(`${name} has target_session_attrs=${value}, which is none of ${values.join(', ')}.`);
  }
  return found ?? null;
}

// libpq's modes: `require` encrypts without checking the certificate; the verify modes check it.
function sslOptions(mode: string, name: string): false | { rejectUnauthorized: boolean } {
  if (mode === 'disable') return false;
  // A mistyped verify mode must not turn verification off.
  if (!/^(?:allow|prefer|require|verify-ca|verify-full)$/.test(mode)) {
    throw new Error(`${name} has sslmode=${mode}, which is none of disable, require, verify-ca, verify-full.`);
  }
  return { rejectUnauthorized: mode.startsWith('verify') };
}
