/** The command line, with and without a running service. */
import assert from 'node:assert/strict';
import { on, once } from 'node:events';
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { connect } from '../../src/platform/db/connection.ts';
import { type Client, client } from '../client.ts';
import {
  type Environment,
  type Ran,
  carrel,
  emptyDatabase,
  ended,
  externalDatabase,
  startCarrel,
  startService,
  temporaryFolder,
  until,
} from './service.ts';

const COMMANDS = [
  ['serve'],
  ['worker'],
  ['migrate'],
  ['upgrade'],
  ['doctor'],
  ['move-blobs'],
  ['verify-blobs'],
  ['reindex'],
  ['audit', 'verify'],
  ['backup'],
  ['restore'],
  ['demo'],
  ['conformance'],
  ['deployment', 'create', 'list'],
  ['user', 'create', 'list', 'delete', 'reset-factors', 'sign-out'],
  ['token', 'create', 'list', 'rotate', 'revoke'],
  ['provider', 'add', 'list', 'test', 'enable', 'disable', 'remove'],
  ['scim', 'create', 'list', 'rotate', 'delete'],
  ['settings', 'get', 'set'],
];

type CheckLine = { Check: string; State: string; Detail: string };
/** Checks of permissions, free space and optional parts, whose states depend on the machine. */
const OF_MACHINE = ['data', 'space', 'space blobs', 'memory', 'soffice', 'ffmpeg', 'tesseract', 'isolation'];
const isOfMachine = ({ Check }: CheckLine) => OF_MACHINE.includes(Check);

type Deployment = { DeploymentId: number; Name: string; Users: number };

function assertOneLine({ code, stdout, stderr }: Ran, line: RegExp): void {
  assert.match(stderr, /^carrel: [^\n]+\n$/);
  assert.match(stderr, line);
  assert.equal(stdout, '');
  assert.equal(code, 1);
}

async function json<T>(args: string[], env: Environment): Promise<T> {
  const { code, stdout, stderr } = await carrel([...args, '--json'], env);
  assert.deepEqual([code, stderr], [0, '']);
  return JSON.parse(stdout) as T;
}

test('every command has a help text, and the main help lists them all', async () => {
  const main = await carrel(['--help'], {});
  assert.deepEqual([main.code, main.stderr], [0, '']);
  const paths = COMMANDS.flatMap(([group = '', ...inner]) => [[group], ...inner.map((name) => [group, name])]);
  for (const [group = ''] of COMMANDS) assert.match(main.stdout, new RegExp(`^  ${group} `, 'm'));
  const helps = await Promise.all(paths.map((path) => carrel([...path, '--help'], {})));
  for (const [index, { code, stdout, stderr }] of helps.entries()) {
    assert.deepEqual([code, stderr], [0, '']);
    assert.ok(stdout.startsWith(`Usage: carrel ${paths[index]?.join(' ')} `), stdout);
  }
});

test('an unknown or missing command or option prints one line and exits with 1', async () => {
  const [command, inner, option, missing] = await Promise.all([
    carrel(['serv'], {}),
    carrel(['deployment', 'destroy'], {}),
    carrel(['doctor', '--fix'], {}),
    carrel(['deployment', 'create', '--name', 'x'], {}),
  ]);
  assertOneLine(command, /unknown command 'serv'/);
  assertOneLine(inner, /unknown command 'destroy'/);
  assertOneLine(option, /unknown option '--fix'/);
  assertOneLine(missing, /--admin-email/);
});

test('the conformance rules are reported one by one, with --json on standard error', async (t) => {
  const { url, token } = await startService(t);
  const { child, printed } = startCarrel(t, ['conformance', '--url', url, '--token', token, '--json'], {});
  // All rules take far longer: the first line comes while they run.
  const closed = once(child, 'close');
  for await (const _ of on(child.stderr ?? child, 'data', { close: ['end'] }))
    if (printed.stderr.includes('\nok docs/api/')) break;
  child.kill('SIGINT');
  await closed;
  const { IsInterrupted, Rules } = JSON.parse(printed.stdout) as { IsInterrupted: boolean; Rules: { Rule: string }[] };
  assert.equal(IsInterrupted, true);
  const lines = printed.stderr.split('\n').flatMap((line) => /^ok (\S+) /.exec(line)?.[1] ?? []);
  assert.deepEqual(
    lines,
    Rules.map(({ Rule }) => Rule),
  );
});

test('a standalone worker requires a database that is served elsewhere', async () => {
  assertOneLine(await carrel(['worker'], {}), /requires DATABASE_URL/);
});

test('a command without data reports it and creates none', async (t) => {
  const dataDir = join(await temporaryFolder(t), 'data');
  assertOneLine(await carrel(['deployment', 'list'], { DATA_DIR: dataDir }), /There is no Carrel data in/);
  const doctor = await carrel(['doctor', '--json'], { DATA_DIR: dataDir });
  assert.deepEqual([doctor.code, doctor.stderr], [1, '']);
  const failed = (JSON.parse(doctor.stdout) as CheckLine[]).filter(({ State }) => State === 'failed');
  assert.deepEqual(
    failed.map(({ Check }) => Check),
    ['data', 'postgres'],
  );
  await assert.rejects(access(dataDir));
});

test('commands work without a running service and stop the PostgreSQL that they started', async (t) => {
  const env = { DATA_DIR: join(await temporaryFolder(t), 'data') };
  const migrated = await json<{ Applied: string[] }>(['migrate'], env);
  assert.ok(migrated.Applied.length > 0);
  const made = await json<{ Token: string }>(['deployment', 'create', '--name', 'A', '--admin-email', 'a@b.test'], env);
  const list = await carrel(['deployment', 'list'], env);
  assert.match(list.stdout, /^Id +Name +Host +Users +Created\n1 +A +1 +\d{4}-/);
  const doctor = await carrel(['doctor'], env);
  assert.deepEqual([doctor.code, doctor.stderr], [0, '']);
  assert.match(doctor.stdout, /^ok +schema +up to date$/m);
  const recounted = await carrel(['doctor', '--recount'], env);
  assert.match(recounted.stdout, /^ok +counts +of documents were counted again$/m);
  // A missing optional part is a hint, never a failure.
  const bare = await carrel(['doctor'], { ...env, PATH: '' });
  assert.deepEqual([bare.code, bare.stderr], [0, '']);
  for (const check of ['soffice', 'ffmpeg', 'tesseract'])
    assert.match(bare.stdout, new RegExp(`^hint +${check} +not found: `, 'm'));
  await assert.rejects(access(join(env.DATA_DIR, 'postgres/postmaster.pid')));
  await assert.rejects(access(join(env.DATA_DIR, 'carrel.pid')));
  assert.match(made.Token, /^carrel_/);
});

test('commands work beside a running service, which sees their changes at once', async (t) => {
  const service = await startService(t);
  const env = { DATA_DIR: service.dataDir };
  const create = ['deployment', 'create', '--name', 'Second', '--admin-email', 'second@example.test'];
  const made = await json<{ DeploymentId: number; Email: string; Password: string; Token: string }>(create, env);
  assert.deepEqual(Object.keys(made), ['DeploymentId', 'Email', 'Password', 'Token']);
  const me = await client(service.url, made.Token).api('GET', '/api/users/me');
  assert.deepEqual(
    [me.status, me.body.DeploymentId, me.body.Email, me.body.IsSiteAdmin],
    [200, made.DeploymentId, 'second@example.test', true],
  );
  const session = await client(service.url, null).api('POST', '/api/sessions', made);
  assert.equal(session.status, 201);
  const user = ['user', 'create', '--email', 'second@example.test', '--name', 'Twice', '--deployment'];
  assertOneLine(await carrel([...user, '2'], env), /A user second@example\.test already exists/);
  await json([...user, '1'], env);
  const token = ['token', 'create', '--email', 'second@example.test'];
  const choice =
    /There is a user second@example\.test in 2 deployments; name one with --deployment: 1 \(Carrel\), 2 \(Second\)/;
  assertOneLine(await carrel(token, env), choice);
  const [chosen] = (await carrel([...token, '--deployment', '1'], env)).stdout.split('\n');
  assert.equal((await client(service.url, chosen ?? '').api('GET', '/api/users/me')).body.Name, 'Twice');
  await json(['user', 'delete', '--email', 'second@example.test', '--deployment', '1'], env);
  assertOneLine(
    await carrel([...token, '--deployment', '1'], env),
    /There is no user second@example\.test in deployment 1/,
  );

  const list = await json<Deployment[]>(['deployment', 'list'], env);
  const seen = list.map(({ DeploymentId, Name, Users }) => [DeploymentId, Name, Users]);
  assert.deepEqual(seen, [
    [1, 'Carrel', 1],
    [made.DeploymentId, 'Second', 1],
  ]);
  assert.deepEqual(await json(['migrate'], env), { Applied: [] });
  await assertReindexes(client(service.url, made.Token), env);
  const findings = await json<CheckLine[]>(['doctor'], env);
  const [dependent, certain] = [findings.filter(isOfMachine), findings.filter((finding) => !isOfMachine(finding))];
  assert.deepEqual(dependent.map(({ Check }) => Check).sort(), [...OF_MACHINE].sort());
  assert.deepEqual(
    certain.map(({ Check, State }) => `${Check}: ${State}`),
    [
      'carrel: ok',
      'node: ok',
      'reach: warning',
      'blobs: ok',
      'postgres: ok',
      'schema: ok',
      'worker: ok',
      'counts: ok',
      'failures: ok',
      'hosts: ok',
      'nodes: ok',
      'clock: ok',
      'connections: ok',
      'standby: ok',
      'contents: ok',
      'backup: warning',
      'certificate: hint',
      'smtp: hint',
      'metrics: ok',
      'first-run: hint',
      'clamd: hint',
    ],
  );
  await assertManagesTokens(service.url, env);
  assert.equal((await service.admin.api('GET', '/api/users/me')).status, 200);
  assert.equal(await service.stop(), 0);
});

test('a standalone worker runs jobs until stopped, and requires a database of its schema', async (t) => {
  const { DATABASE_URL = '' } = await externalDatabase(t);
  const env = { DATA_DIR: join(await temporaryFolder(t), 'data'), DATABASE_URL };
  const sql = connect(DATABASE_URL, 1);
  await sql`select graphile_worker.add_job('forget-throttles')`;
  const { child, printed } = startCarrel(t, ['worker'], env);
  await until(async () => (await sql`select from graphile_worker.jobs`).length === 0, 'the job is run');
  await sql.end();
  child.kill('SIGTERM');
  assert.deepEqual([await ended(child), printed.stdout, printed.stderr], [0, '', '']);

  const unprepared = await carrel(['worker'], { ...env, DATABASE_URL: await emptyDatabase(t) });
  assertOneLine(unprepared, /run carrel migrate/);
});

// A token with limits is created, listed and rotated, and its owner is signed out everywhere.
async function assertManagesTokens(url: string, env: Environment): Promise<void> {
  const owner = ['--email', 'second@example.test'];
  const limits = ['--scope', 'tasks', 'documents:read', '--expires', '2090-12-31'];
  const made = await json<{ TokenId: number; Token: string }>(['token', 'create', ...owner, ...limits], env);
  const rotate = ['token', 'rotate', String(made.TokenId), '--overlap', '1'];
  const rotated = await json<{ Token: string; PreviousValidUntil: string }>(rotate, env);
  for (const token of [made.Token, rotated.Token]) {
    assert.equal((await client(url, token).api('GET', '/api/libraries')).status, 200);
    assert.equal((await client(url, token).api('GET', '/api/admin/tokens')).status, 403);
  }
  const list = await json<{ TokenId: number; Scopes: string[] | null; PreviousValidUntil: string }[]>(
    ['token', 'list', ...owner],
    env,
  );
  const listed = list.find(({ TokenId }) => TokenId === made.TokenId);
  assert.deepEqual(
    [listed?.Scopes, listed?.PreviousValidUntil],
    [['documents:read', 'tasks'], rotated.PreviousValidUntil],
  );
  const wrong = await carrel(['token', 'create', ...owner, '--scope', 'everything'], env);
  assertOneLine(wrong, /There is no scope everything/);
  const signedOut = await json<{ Sessions: number }>(['user', 'sign-out', 'second@example.test'], env);
  assert.equal(signedOut.Sessions, 1);
}

// The row of a document is lost, and written again.
async function assertReindexes(person: Client, env: Environment): Promise<void> {
  const { body: libraries } = await person.api('GET', '/api/libraries');
  const folderId = await person.folder(libraries[0].LibraryId, 'Indexed');
  await person.document(folderId, 'Elmwood.txt', 'The foundation was poured.');
  const { Indexed, ForgottenTexts } = await json<{ Indexed: number; ForgottenTexts: number }>(['reindex'], env);
  assert.ok(Indexed >= 1);
  assert.equal(ForgottenTexts, 0);
  const { body } = await person.api('GET', '/api/search?q=elmwood');
  assert.equal(body.length, 1);
  const refused = await carrel(['reindex', '--deployment', 'abc'], env);
  assert.deepEqual([refused.code, refused.stdout], [1, '']);
  assert.match(refused.stderr, /^carrel: There is no deployment abc[^\n]*\n$/);
  const again = await carrel(['reindex', '--resume', '--retry-texts'], env);
  assert.equal(again.code, 0);
  assert.match(again.stdout, /changes indexed\n0 contents will be read again\n/);
}
