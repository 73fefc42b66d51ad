/** `carrel demo` beside a running application. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startMailServer } from '../../src/platform/mail/mail-server.fixture.ts';
import { verifyActivity } from '../../src/insight/audit/verify.ts';
import { ORIGIN, cookieOf } from '../../src/people/sessions/browser.fixture.ts';
import { client } from '../client.ts';
import { startApp } from '../harness.ts';
import { carrel, ended, startCarrel, until } from './service.ts';

const server = await startMailServer();
const app = await startApp({ smtpUrl: server.url });
const env = { DATA_DIR: app.dataDir, DATABASE_URL: app.databaseUrl };

type Printed = { DeploymentId: number; Documents: number; People: { Email: string; Password: string }[] };

test('an empty deployment is filled with an office and half a year of work, without mails', async (t) => {
  app.clock.now = new Date();
  const { deploymentId, admin, ann, bob } = await app.world();
  const demo = (...more: string[]) => carrel(['demo', '--deployment', String(deploymentId), ...more], env);
  await ann.document(await ann.folder(ann.libraryId, 'F'), 'a.txt');
  const full = await demo();
  assert.equal(full.code, 1);
  assert.match(full.stderr, /^carrel: Deployment \d+ has documents; --despite-documents fills it anyway.*\n$/);

  await admin.api('PATCH', '/api/settings', { MaxLinkExpirationDays: 5 });
  assert.match(
    (await demo('--despite-documents')).stderr,
    /has rules that the demo would break: MaxLinkExpirationDays;/,
  );
  await admin.api('PATCH', '/api/settings', { MaxLinkExpirationDays: null });

  const ran = await demo('--despite-documents', '--json');
  assert.deepEqual([ran.code, ran.stderr], [0, '']);
  const printed: Printed = JSON.parse(ran.stdout);
  assert.equal(printed.DeploymentId, deploymentId);
  app.clock.now = new Date();

  await t.test('three people can sign in, and find libraries, links, tasks and news', async () => {
    const counts = await Promise.all(printed.People.map(lookAround));
    assert.equal(counts.length, 3);
    for (const { libraries, tasks, news } of counts)
      assert.deepEqual([libraries > 2, tasks > 2, news > 2], [true, true, true]);
    assert.ok((counts[1]?.links ?? 0) > 2);
    assert.ok((counts[2]?.shared ?? 0) > 0);
  });

  await t.test('existing users see none of it', async () => {
    const { body } = await bob.api('GET', '/api/libraries');
    assert.equal(body.length, 1);
  });

  await t.test('the activity log covers half a year with quiet weekends, and its seals verify', async () => {
    const days = await app.sql<{ day: number; count: number }[]>`
      select extract(isodow from occurred_at)::int as day, count(*) from activity
      where deployment_id = ${deploymentId} group by 1 order by 1`;
    assert.equal(days.length, 7);
    const [rows, weekend] = [days, days.slice(5)].map((some) => some.reduce((sum, { count }) => sum + count, 0));
    assert.ok((rows ?? 0) > 3000 && (weekend ?? 0) < 0.1 * (rows ?? 0), JSON.stringify(days));
    const [range] = await app.sql<{ months: number; later: number }[]>`
      select count(distinct date_trunc('month', occurred_at)) as months,
        count(*) filter (where occurred_at > ${app.clock.now}) as later
      from activity where deployment_id = ${deploymentId}`;
    assert.ok((range?.months ?? 0) >= 6);
    assert.equal(range?.later, 0);
    await app.sql`select graphile_worker.add_job('seal-activity')`;
    await app.runJobs();
    const verified = await verifyActivity(app.deps, deploymentId, { signal: new AbortController().signal });
    assert.deepEqual([verified.Broken, verified.UnsealedRows], [0, 0]);
  });

  await t.test('tasks are in every state, and the trash is not empty', async () => {
    const states = await app.sql<{ state: string }[]>`
      select distinct coalesce(result, status) as state from tasks where deployment_id = ${deploymentId} order by 1`;
    assert.deepEqual(
      states.map(({ state }) => state),
      ['Cancelled', 'Expired', 'Negative', 'Open', 'Positive'],
    );
    const trashed = await app.sql`
      select from documents where deployment_id = ${deploymentId} and trashed_at is not null`;
    assert.ok(trashed.length > 2);
  });

  await t.test('its mails are no longer waiting, and none was sent', async () => {
    const waiting = await app.sql`select from mails where deployment_id = ${deploymentId} and state <> 'sent'`;
    assert.deepEqual([waiting.length, server.received.length], [0, 0]);
  });

  await t.test('a second run is refused with one line', async () => {
    const again = await demo('--despite-documents');
    assert.deepEqual([again.code, again.stdout], [1, '']);
    assert.match(
      again.stderr,
      /^carrel: Deployment \d+ already contains the demo, or the rest of an interrupted run.*\n$/,
    );
  });
});

test('after an interruption it prints the next step; another empty deployment can be filled', async (t) => {
  const { deploymentId, other } = await app.world();
  const at = ['--deployment', String(deploymentId)];
  const { child, printed } = startCarrel(t, ['demo', ...at], env);
  await until(
    async () => (await app.sql`select from documents where deployment_id = ${deploymentId}`).length > 0,
    'it writes',
  );
  child.kill('SIGTERM');
  assert.equal(await ended(child), 1);
  assert.match(
    printed.stderr,
    /^carrel: interrupted; the deployment is partially filled: start with an empty one .*\n$/,
  );
  assert.match(
    (await carrel(['demo', ...at], env)).stderr,
    /or the rest of an interrupted run; carrel deployment create/,
  );

  const second = startCarrel(t, ['demo', '--deployment', String(other.deploymentId)], env);
  await until(
    async () => (await app.sql`select from documents where deployment_id = ${other.deploymentId}`).length > 0,
    'it writes',
  );
  second.child.kill('SIGTERM');
  await ended(second.child);
});

async function lookAround({ Email, Password }: { Email: string; Password: string }) {
  const signedIn = await client(app.url, null).api('POST', '/api/sessions', { Email, Password }, { origin: ORIGIN });
  assert.equal(signedIn.status, 201, signedIn.text);
  const cookie = cookieOf(signedIn);
  const count = async (path: string) => {
    const { status, body, text } = await client(app.url, null).api('GET', path, undefined, { cookie });
    assert.equal(status, 200, text);
    return body.length as number;
  };
  return {
    libraries: await count('/api/libraries'),
    links: await count('/api/users/me/shares'),
    shared: await count('/api/users/me/shared'),
    tasks: await count('/api/users/me/tasks'),
    news: await count('/api/notifications'),
  };
}
