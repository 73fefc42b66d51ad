/** Refused starts: one line with the next step, exit code 1, and nothing left behind. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdir, readFile, readdir, stat, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { connect } from '../../src/platform/db/connection.ts';
import { databaseUrl } from '../database.ts';
import { type Environment, carrel, emptyDatabase, externalDatabase, startService, temporaryFolder } from './service.ts';

/** Starts the service, which must refuse with one line that matches. */
async function refuses(env: Environment, line: RegExp): Promise<void> {
  const { code, stdout, stderr } = await carrel(['serve'], env);
  assert.match(stderr, /^carrel: [^\n]+\n$/);
  assert.match(stderr, line);
  assert.equal(code, 1);
  assert.doesNotMatch(stdout, /ready/);
}

test('a port in use stops the start before anything is created', async (t) => {
  const dataDir = join(await temporaryFolder(t), 'data');
  const occupant = createServer().listen(0, '127.0.0.1');
  await once(occupant, 'listening');
  const { port } = occupant.address() as AddressInfo;
  await refuses({ DATA_DIR: dataDir, PORT: String(port) }, new RegExp(`PORT ${port} on 127.0.0.1 is in use`));
  await assert.rejects(readdir(dataDir));
  occupant.close();
});

test('an address of another machine stops the start', async (t) => {
  const dataDir = join(await temporaryFolder(t), 'data');
  await refuses(
    { DATA_DIR: dataDir, HOST: '192.0.2.1', TRUST_PROXY: '1' },
    /HOST 192\.0\.2\.1 is not an address of this/,
  );
});

test('serving beyond this machine without TLS or a trusted proxy is refused', async () => {
  await refuses({ HOST: '0.0.0.0' }, /HOST=0\.0\.0\.0 would serve without TLS/);
});

test('a malformed variable stops the start with a line that names it', async () => {
  const malformed = { PORT: 'http', WORKERS: '0', TRUST_PROXY: 'yes', LOG_LEVEL: 'verbose', DATABASE_URL: 'db' };
  await Promise.all(Object.entries(malformed).map(([name, value]) => refuses({ [name]: value }, new RegExp(name))));
});

test('a file where the data, or the contents, should be stops the start', async (t) => {
  const folder = await temporaryFolder(t);
  const file = join(folder, 'file');
  await writeFile(file, '');
  await refuses({ DATA_DIR: file }, /DATA_DIR \S+file cannot be written/);
  await refuses({ DATA_DIR: join(file, 'data') }, /DATA_DIR \S+data cannot be written/);
  const blobs = { ...(await externalDatabase(t)), DATA_DIR: join(folder, 'data'), BLOB_URL: `file://${file}` };
  await refuses(blobs, /The content store is not available.*\/file/);
});

test('a different secret key stops the start, and so does a content store that belongs to another instance', async (t) => {
  const env = { ...(await externalDatabase(t)) };
  const service = await startService(t, env);
  await service.stop();
  const BLOB_URL = `file://${service.dataDir}/blobs`;
  const own = (await readFile(join(service.dataDir, 'secret.key'), 'utf8')).trim();
  assert.equal((await stat(join(service.dataDir, 'secret.key'))).mode & 0o077, 0);
  const elsewhere = { ...env, BLOB_URL, DATA_DIR: join(await temporaryFolder(t), 'data') };
  await refuses(elsewhere, /The secret key differs from the one/);
  await refuses({ ...elsewhere, SECRET_KEY: 'x'.repeat(40) }, /The secret key differs from the one/);
  await refuses({ ...elsewhere, SECRET_KEY: 'short' }, /SECRET_KEY is shorter than 32/);
  const otherInstance = { DATABASE_URL: await emptyDatabase(t), DATA_DIR: elsewhere.DATA_DIR, BLOB_URL };
  await refuses(otherInstance, /another/);

  const create = ['token', 'create', '--email', 'admin@localhost'];
  const wrong = await carrel(create, { ...elsewhere, SECRET_KEY: 'x'.repeat(40) });
  assert.deepEqual([wrong.code, wrong.stdout], [1, '']);
  assert.match(wrong.stderr, /^carrel: The secret key differs from the one[^\n]+\n$/);
  const SECRET_KEY_FILE = join(await temporaryFolder(t), 'key');
  // Readable by root only, if root starts the command.
  await writeFile(SECRET_KEY_FILE, `${own}\n`, { mode: 0o600 });
  const right = await carrel(create, { ...elsewhere, SECRET_KEY_FILE });
  assert.deepEqual([right.code, right.stderr], [0, '']);
  const same = await carrel(create, { ...env, DATA_DIR: service.dataDir, SECRET_KEY: own });
  assert.deepEqual([same.code, same.stderr], [0, '']);
});

test('an unreachable or missing database stops the start', async (t) => {
  const dataDir = join(await temporaryFolder(t), 'data');
  const url = (DATABASE_URL: string) => ({ DATA_DIR: dataDir, DATABASE_URL });
  await refuses(url('postgres://carrel@127.0.0.1:1/carrel'), /The database cannot be used: .*ECONNREFUSED/);
  await refuses(url('postgres://carrel@localhost:1/carrel'), /The database cannot be used: .*ECONNREFUSED/);
  await refuses(url('postgres://carrel@%2Fnowhere/carrel'), /\/nowhere/);
  await refuses(url(databaseUrl('nothing_of_this_name')), /database "nothing_of_this_name" does not exist/);
  await refuses(url('postgres://carrel@127.0.0.1/carrel?sslmode=encrypt'), /sslmode/);
});

test('an empty database is migrated, and one of a newer incompatible version is refused', async (t) => {
  const url = await emptyDatabase(t);
  const env = { DATABASE_URL: url, DATA_DIR: join(await temporaryFolder(t), 'data') };
  const unprepared = await carrel(['deployment', 'list'], env);
  assert.deepEqual([unprepared.code, unprepared.stdout], [1, '']);
  assert.match(unprepared.stderr, /^carrel: [^\n]*run carrel migrate[^\n]*\n$/);

  const service = await startService(t, env);
  assert.match(service.printed.stdout, /"msg":"database brought to \d+_\w+"/);
  assert.equal((await service.admin.api('GET', '/api/users/me')).status, 200);
  assert.equal(await service.stop(), 0);

  const sql = connect(url, 1);
  await sql`insert into migrations (name, run_on) values ('9999_future', now())`;
  assert.deepEqual(
    (await carrel(['deployment', 'list'], env)).code,
    0,
    'the newer schema has all that this version needs',
  );
  await sql`update instance set oldest_release = '9999_future'`;
  await sql.end();
  await refuses(env, /newer version of Carrel \(9999_future\)/);
  const command = await carrel(['deployment', 'list'], env);
  assert.match(command.stderr, /^carrel: [^\n]*newer version[^\n]*\n$/);
  assert.equal(command.code, 1);
});

test('a data folder of another PostgreSQL version stops the start and is left unchanged', async (t) => {
  const dataDir = join(await temporaryFolder(t), 'data');
  await mkdir(join(dataDir, 'postgres'), { recursive: true });
  await writeFile(join(dataDir, 'postgres/PG_VERSION'), '12\n');
  const { code, stderr } = await carrel(['serve'], { DATA_DIR: dataDir });
  assert.match(stderr, /^carrel: [^\n]*12[^\n]*\n$/);
  assert.equal(code, 1);
  assert.deepEqual(await readdir(join(dataDir, 'postgres')), ['PG_VERSION']);
});
