import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startApp } from '../../../test/harness.ts';
import { client } from '../../../test/client.ts';
import { emptyDatabase } from '../../../test/e2e/service.ts';
import { statementsOf } from '../../../test/statements.ts';
import { startSecondApp } from '../../../test/second-app.ts';
import { PASSWORD, type Person } from '../../../test/world.ts';
import { hashPassword } from '../../platform/crypto/passwords.ts';
import { hashSecret, newToken } from '../../platform/crypto/secrets.ts';
import { connect } from '../../platform/db/connection.ts';
import { migrate } from '../../platform/db/migrate.ts';
import { migrationNames } from '../../platform/db/migrations/files.ts';
import { connect as connectProvider } from '../scim/scim.fixture.ts';
import { joinOther, signInAt } from './addresses.fixture.ts';

const app = await startApp({}, { own: 'it changes which releases can run on the schema' });
const newAddress = () => `${crypto.randomUUID()}@people.test`;

const oldestRelease = async () => {
  const [row] = await app.sql<{ oldest: string }[]>`select oldest_release as oldest from instance`;
  return row?.oldest ?? '';
};

test('while a node of an older release runs, an address stays unique in the instance; later that release no longer starts', async () => {
  const w = await app.world();
  const wanted = { Email: w.ann.email, Name: 'Namesake', Password: PASSWORD };
  for (const release of [null, '0068_scim']) {
    await app.sql`
      insert into worker_heartbeats (worker_id, beat_at, host, release) values ('old', now(), 'h', ${release})`;
    assert.equal((await w.other.api('POST', '/api/users', wanted)).status, 409);
    assert.ok((await oldestRelease()) < '0070');
    await app.sql`delete from worker_heartbeats`;
  }
  await app.sql`
    insert into worker_heartbeats (worker_id, beat_at, host, release)
    values ('gone', now() - interval '1 minute', 'h', null), ('new', now(), 'h', '0070_addresses')`;
  assert.equal((await w.other.api('POST', '/api/users', wanted)).status, 201);
  assert.equal(await oldestRelease(), '0070_addresses');
  await app.sql`delete from worker_heartbeats`;
});

test('every way to add a person treats an address that exists in another deployment as new', async () => {
  const w = await app.world();
  const { scim } = await connectProvider(app, w);
  const people = [w.other, ...(await Promise.all(['A', 'B', 'C', 'D'].map((name) => addElsewhere(name))))];
  async function addElsewhere(name: string) {
    const { body } = await w.other.api('POST', '/api/users', { Email: newAddress(), Name: name });
    return { email: body.Email as string };
  }
  const ways: ((email: string) => Promise<{ status: number; text: string }>)[] = [
    (email) => w.admin.api('POST', '/api/users', { Email: email, Name: 'Pat', Password: PASSWORD }),
    (email) => w.admin.api('POST', '/api/users', { Email: email, Name: 'Pat' }),
    (email) => w.admin.api('POST', '/api/users/import', { Csv: `Email,Name\n${email},Pat` }),
    (email) => scim('POST', '/Users', { userName: email, displayName: 'Pat' }),
    async (email) => {
      const { body } = await w.admin.api('POST', '/api/users', { Email: newAddress(), Name: 'Pat' });
      return w.admin.api('PATCH', `/api/users/${body.UserId}`, { Email: email });
    },
  ];
  const shapeOf = (text: string, email: string) => text.replaceAll(email, 'EMAIL').replaceAll(/\d+/g, 'N');
  for (const [at, add] of ways.entries()) {
    const taken = people[at]?.email ?? '';
    const answers: string[] = [];
    const sent: string[][] = [];
    // The first request may also record the use of its credential.
    for (const email of [newAddress(), newAddress(), taken]) {
      const statements = await statementsOf(app, async () => {
        const { status, text } = await add(email);
        assert.ok(status === 200 || status === 201, text);
        answers.push(`${status} ${shapeOf(text, email).replaceAll(/"W\/[^,]*|"\w{8,}"/g, 'V')}`);
      });
      sent.push(statements.map(({ text }) => text));
    }
    assert.equal(answers[2], answers[1]);
    assert.deepEqual(sent[2], sent[1]);
  }
});

test('concurrent invitations of an address create one account in each deployment, and a sign-in corrects the count of accounts', async () => {
  const w = await app.world();
  const email = newAddress();
  const invite = (admin: Person) => admin.api('POST', '/api/users', { Email: email, Name: 'Race' });
  const answers = await Promise.all([w.admin, w.other, w.admin, w.other].map(invite));
  const statuses = (deployment: number) =>
    answers
      .filter((_, at) => at % 2 === deployment)
      .map(({ status }) => status)
      .sort((a, b) => a - b);
  assert.deepEqual(
    [statuses(0), statuses(1)],
    [
      [201, 409],
      [201, 409],
    ],
  );
  await app.sql`update instance set accounts_per_address = 1, oldest_release = '0035_active_uploads'`;
  assert.equal((await signInAt(w, email, 'wrong')).status, 401);
  const [instance] = await app.sql`select accounts_per_address as accounts, oldest_release as oldest from instance`;
  assert.deepEqual(instance, { accounts: 2, oldest: '0070_addresses' });
});

test('freeing an address in one deployment does not change the account in another', async () => {
  const w = await app.world();
  const otherId = await joinOther(w, w.ann);
  assert.equal((await w.admin.api('DELETE', `/api/users/${w.ann.userId}`)).status, 204);
  assert.equal((await w.other.api('GET', `/api/users/${otherId}`)).body.Email, w.ann.email);
  assert.equal((await w.other.api('DELETE', `/api/users/${otherId}`)).status, 204);
  const [row] = await app.sql`select email from users where user_id = ${otherId}`;
  assert.deepEqual(row, { email: `${w.ann.email}.inactive1` });
});

test('in an instance of the previous release with 1 000 people, all their passwords and tokens work as before', async (t) => {
  const url = await emptyDatabase(t);
  const names = await migrationNames();
  await migrate(
    url,
    names.findLast((name) => name < '0070'),
  );
  const sql = connect(url, 8);
  const tokens = Array.from({ length: 1000 }, newToken);
  const now = app.clock.now;
  await sql`insert into deployments (name, created_at) values ('One', ${now}), ('Two', ${now})`;
  await sql`
    insert into users (deployment_id, email, email_key, name, name_key, password_hash, created_at)
    select 1 + n % 2, 'P' || n || '@old.test', 'p' || n || '@old.test', 'P' || n, 'p' || n, ${await hashPassword(PASSWORD)},
      ${now}
    from generate_series(1, 1000) n`;
  await sql`
    insert into libraries (deployment_id, name, name_key, is_private, owner_id, created_by, created_at)
    select deployment_id, 'My Library', 'my library', true, user_id, user_id, ${now} from users`;
  await sql`
    insert into tokens (deployment_id, user_id, name, token_hash, created_by, created_at)
    select 1 + n % 2, u.user_id, 'old', hash, u.user_id, ${now}
    from unnest(${tokens.map(hashSecret)}::bytea[]) with ordinality as t (hash, n)
    join users u on u.email_key = 'p' || n || '@old.test'`;
  await migrate(url);

  const { url: base } = await startSecondApp({ deps: { ...app.deps, sql } });
  after(() => sql.end());
  const seen: string[] = [];
  for (const token of tokens) seen.push((await client(base, token).api('GET', '/api/users/me')).body.Email);
  assert.deepEqual(
    seen,
    tokens.map((_, at) => `P${at + 1}@old.test`),
  );
  for (const n of [1, 500, 1000]) {
    const { status, body } = await client(base, null).api('POST', '/api/sessions', {
      Email: `p${n}@OLD.test`,
      Password: PASSWORD,
    });
    assert.deepEqual([status, body.Name], [201, `P${n}`]);
  }
});
