/** PgBouncer in transaction mode in front of the run's PostgreSQL. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { POOLER_URL } from './database.ts';
import { parseDatabaseUrl } from '../src/platform/db/servers/database-url.ts';
import { canConnect } from '../src/platform/postgres/socket.ts';

/** The program; Debian's by default. */
const PROGRAM = process.env['PGBOUNCER'] ?? 'pgbouncer';

/** Makes a run use PgBouncer: `1` without prepared statements, `prepared` with them, which needs PgBouncer 1.21. */
const REQUEST = 'TEST_POOLER';

export type Pooler = {
  /** The URL of a database through the pooler, without parameters. */
  urlOf(database: string): string;
  stop(): Promise<void>;
};

/** Starts PgBouncer for all databases of the server at a URL of a socket. `settings`: further lines of its configuration. */
export async function startPooler(serverUrl: string, settings: string[] = []): Promise<Pooler> {
  const { servers, user } = parseDatabaseUrl(serverUrl);
  const [server] = servers;
  const folder = await mkdtemp(join(tmpdir(), 'carrel-pooler-'));
  // PgBouncer refuses to run as root, and root's PostgreSQL runs as another user too.
  const { uid, gid } = await stat(server.host);
  await chown(folder, uid, gid);
  await chmod(folder, 0o711);
  const [users, file] = [join(folder, 'users.txt'), join(folder, 'pgbouncer.ini')];
  await writeFile(users, `"${user}" ""\n`);
  await writeFile(file, configuration(server, { folder, users, settings }));
  const env = { PATH: `${process.env['PATH']}:/usr/sbin` };
  const child = spawn(PROGRAM, ['-q', file], { uid, gid, env, stdio: ['ignore', 'ignore', 'inherit'] });
  const exited = once(child, 'exit');
  while (!(await canConnect(folder))) {
    const code = await Promise.race([exited, new Promise((settle) => setTimeout(settle, 20))]);
    if (code !== undefined) throw new Error('PgBouncer did not start.');
  }
  return {
    urlOf: (database) => `postgres://${user}@${encodeURIComponent(folder)}/${database}`,
    async stop() {
      child.kill('SIGKILL');
      await exited;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The pooler that TEST_POOLER asks for; then `databaseUrl` leads through it in this process and in those it starts. */
export async function startRequestedPooler(serverUrl: string): Promise<Pooler | null> {
  const wanted = process.env[REQUEST] ?? '';
  if (wanted === '') return null;
  const isPrepared = wanted === 'prepared';
  const pooler = await startPooler(serverUrl, isPrepared ? ['max_prepared_statements = 200'] : []);
  process.env[POOLER_URL] = `${pooler.urlOf('{name}')}${isPrepared ? '' : '?prepare=false'}`;
  return pooler;
}

function configuration(
  server: { host: string; port: number },
  { folder, users, settings }: { folder: string; users: string; settings: string[] },
): string {
  return [
    '[databases]',
    `* = host=${server.host} port=${server.port}`,
    '[pgbouncer]',
    'listen_addr =',
    `listen_port = ${server.port}`,
    `unix_socket_dir = ${folder}`,
    'unix_socket_mode = 0777',
    'auth_type = trust',
    `auth_file = ${users}`,
    'pool_mode = transaction',
    'max_client_conn = 500',
    'default_pool_size = 10',
    'server_idle_timeout = 5',
    ...settings,
    '',
  ].join('\n');
}
