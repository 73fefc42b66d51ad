// starts processes: a worker expires tasks and is killed
/** A real worker expires due tasks: after a day without one, and after being killed midway. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';
import { makeTask } from '../../../test/factories/tasks.ts';
import { startApp } from '../../../test/harness.ts';
import { MAIN } from '../../../test/program.ts';
import { until } from '../../../test/waiting.ts';
import { startMailServer } from '../../platform/mail/mail-server.fixture.ts';
import { DAY_MS, runExpiry } from './tasks.fixture.ts';
import { releaseJobsOfTheKilled } from '../../../test/factories/queue.ts';

const server = await startMailServer();
const app = await startApp({ smtpUrl: server.url });

// The clock of a worker is the computer's, for which all these tasks are long due.
function startWorker(): ChildProcess {
  const env = { DATA_DIR: app.dataDir, DATABASE_URL: app.databaseUrl, LOG_LEVEL: 'silent', SMTP_URL: server.url };
  return spawn(process.execPath, [MAIN, 'worker'], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
}

async function end(worker: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  if (worker.exitCode === null && worker.signalCode === null && worker.kill(signal)) await once(worker, 'exit');
}

/** Creates this many tasks of a site admin, each with its own update recipient; discards the mails about their creation. */
async function openTasks(count: number): Promise<string[]> {
  const { admin, bob, deploymentId } = await app.world();
  const folderId = await admin.folder(admin.libraryId, 'F');
  const recipients = Array.from({ length: count }, (_, n) => `recipients-${n}@${deploymentId}.outside.test`);
  const documentId = await admin.document(folderId, 'a.txt');
  for (const address of recipients) await makeTask(app, admin, bob.email, documentId, { Recipients: [address] });
  await app.sql`delete from mails`;
  await app.sql`delete from graphile_worker._private_jobs`;
  server.received.splice(0);
  return recipients;
}

// The job of every minute.
const tick = () => app.sql`select from graphile_worker.add_job('expire-tasks')`;

const count = async (what: 'expired' | 'mails' | 'jobs') => {
  const [row] = await app.sql<{ n: number }[]>`
    select count(*) as n from ${
      {
        expired: app.sql`tasks where status = 'Expired'`,
        mails: app.sql`mails where state = 'sent'`,
        jobs: app.sql`graphile_worker.jobs`,
      }[what]
    }`;
  return row?.n ?? 0;
};

const receivers = () => server.received.flatMap(({ to }) => to).sort();

test('after a day without a worker each expiry sends its messages once', async () => {
  const recipients = await openTasks(105);
  app.clock.advance(8 * DAY_MS);
  await tick();
  const first = startWorker();
  try {
    await until(async () => (await count('mails')) === recipients.length);
    // The next minute finds nothing more to do.
    await tick();
    await until(async () => (await count('jobs')) === 0);
  } finally {
    await end(first, 'SIGTERM');
  }
  assert.deepEqual(receivers(), recipients.toSorted());
  await runExpiry(app);
  await app.runJobs();
  assert.deepEqual(receivers(), recipients.toSorted());
});

test('after a kill -9 of the worker every message is sent, and none twice', async () => {
  const recipients = await openTasks(130);
  const before = await count('expired');
  // Slow enough to be killed in the middle of a batch.
  await app.sql.unsafe(`
    create function dawdle() returns trigger language plpgsql as $$ begin perform pg_sleep(0.005); return new; end $$;
    create trigger dawdle before update of status on tasks for each row execute function dawdle()`);
  await tick();
  const worker = startWorker();
  try {
    await until(async () => (await count('expired')) > before);
    await until(async () => server.received.length > 0);
  } finally {
    await end(worker, 'SIGKILL');
  }
  await until(async () => {
    const left = await app.sql`
      select from pg_stat_activity where datname = current_database() and state <> 'idle' and pid <> pg_backend_pid()
        and (query like '%tasks%' or query like '%mails%')`;
    return left.length === 0;
  });
  assert.ok((await count('expired')) - before < recipients.length, 'It was killed too late.');
  await app.sql`drop function dawdle cascade`;
  // An expired task has its mail in the same transaction, sent or not.
  const [mails] = await app.sql<{ n: number }[]>`select count(*) as n from mails`;
  assert.equal(mails?.n, (await count('expired')) - before);
  app.clock.advance(8 * DAY_MS);
  await releaseJobsOfTheKilled(app.sql);
  await tick();
  await app.runJobs();
  assert.deepEqual([...new Set(receivers())], recipients.toSorted());
  // A mail accepted just before the kill may be sent again, as the same message.
  const messages = new Map(server.received.map(({ to, mail }) => [mail.messageId, to.join()]));
  assert.deepEqual([...messages.values()].sort(), recipients.toSorted());
});
