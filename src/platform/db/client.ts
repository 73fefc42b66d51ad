/** Clients of pg, the same for queries, for the job queue and for LISTEN. */
import pg from 'pg';
import type { DatabaseAddress, Server } from './servers/database-url.ts';
import { type Role, roleFault } from './servers/server-role.ts';
import { ServerSearch } from './servers/server-search.ts';

/** How long a server may take to accept a connection. */
const CONNECT_TIMEOUT_MS = 5_000;
/** After so long without traffic, the kernel checks that the other side is still there. */
const KEEPALIVE_MS = 10_000;

type Callback = (error?: Error | null) => void;

/** A client whose sessions use UTC, so that times arrive in one form. PgBouncer accepts this setting at the start. */
class UtcClient extends pg.Client {
  /** The settings that the server reports at the start; none behind a pooler. */
  readonly #role: Role = {};

  constructor(config: pg.ClientConfig) {
    super(config);
    // Without a listener, an error of an idle connection would end the process.
    this.on('error', () => {});
    const { connection } = this as unknown as { connection: NodeJS.EventEmitter };
    connection.on('parameterStatus', ({ parameterName, parameterValue }: Record<string, string>) => {
      if (parameterName !== undefined) this.#role[parameterName] = parameterValue;
    });
  }

  getStartupConf(): Record<string, string> {
    const base = pg.Client.prototype as unknown as { getStartupConf(): Record<string, string> };
    return { ...base.getStartupConf.call(this), TimeZone: 'UTC' };
  }

  /** Connects to a server of the address; rejects unless it has the role that the address asks for. */
  async connectTo(server: Server, target: DatabaseAddress['target']): Promise<void> {
    Object.assign(this, server);
    await super.connect();
    const fault = await roleFault(this, this.#role, target);
    if (fault === null) return;
    await super.end();
    throw new Error(fault);
  }
}

/** Of an address with several servers: connects to the one that was found, however it is asked to connect. */
class SearchingClient extends UtcClient {
  readonly #address: DatabaseAddress;
  #isEnded = false;

  constructor(config: pg.ClientConfig & { address: DatabaseAddress }) {
    // Not a copy, from which a pool hides the password.
    super(config);
    this.#address = config.address;
  }

  override connect(): Promise<pg.Client>;
  override connect(callback: Callback): void;
  override connect(callback?: Callback): Promise<pg.Client> | void {
    const connecting = this.#connect();
    if (callback === undefined) return connecting;
    connecting.then(() => callback(null), callback);
  }

  override end(): Promise<void>;
  override end(callback: Callback): void;
  override end(callback?: Callback): Promise<void> | void {
    this.#isEnded = true;
    return callback === undefined ? super.end() : super.end(callback);
  }

  async #connect(): Promise<pg.Client> {
    const search = searchOf(this.#address);
    const server = await search.find();
    if (this.#isEnded) throw new Error('The connection was closed before it was opened.');
    try {
      await this.connectTo(server, this.#address.target);
    } catch (error) {
      search.forget(server);
      throw error;
    }
    return this;
  }
}

const searches = new WeakMap<DatabaseAddress, ServerSearch>();

// Of all clients of an address, one searches.
function searchOf(address: DatabaseAddress): ServerSearch {
  let search = searches.get(address);
  if (search === undefined) searches.set(address, (search = new ServerSearch(address.servers, probe)));
  return search;

  async function probe(server: Server): Promise<void> {
    const client = new UtcClient(settings(address));
    try {
      await client.connectTo(server, address.target);
    } finally {
      await client.end().catch(() => {});
    }
  }
}

/** An unconnected client, for many statements at a time. */
export function createClient(address: DatabaseAddress): pg.Client {
  const config = { ...settings(address), pipeline: true };
  return isSimple(address) ? new UtcClient(config) : new SearchingClient({ ...config, address });
}

/** A pool of clients for libraries built on pg. */
export function createClientPool(address: DatabaseAddress, max: number): pg.Pool {
  const client = isSimple(address) ? { Client: UtcClient } : { Client: SearchingClient, address };
  const pool = new pg.Pool({
    ...settings(address),
    max,
    ...(client as unknown as { Client: new () => pg.ClientBase }),
  });
  // The pool replaces an idle connection that breaks.
  pool.on('error', () => {});
  pool.on('connect', (connected) => void connected.on('error', () => {}));
  return pool;
}

const isSimple = ({ servers, target }: DatabaseAddress): boolean => servers.length === 1 && target === 'any';

function settings({ servers: [{ host, port }], database, user, password, ssl }: DatabaseAddress): pg.ClientConfig {
  return {
    host,
    port,
    database,
    user,
    ...(password === undefined ? {} : { password }),
    ssl,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEPALIVE_MS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  };
}
