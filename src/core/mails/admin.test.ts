import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startApp } from '../../../test/harness.ts';
import { everyPage } from '../../../test/pages.ts';
import type { Person, World } from '../../../test/world.ts';
import { transaction } from '../../platform/db/connection.ts';
import { startMailServer } from '../../platform/mail/mail-server.fixture.ts';
import { MAIL_ATTEMPTS, pruneMailsJob } from './mails.jobs.ts';
import { enqueueMail } from './mails.steps.ts';

const server = await startMailServer();
const app = await startApp({ smtpUrl: server.url });
const PATH = '/api/admin/mails';
const DAY_MS = 86_400_000;

async function enqueue({ deploymentId }: World, subject: string): Promise<void> {
  const mail = { deploymentId, to: 'to@example.test', subject, text: 'Secret plain', html: '<p>Secret</p>' };
  await transaction(app.sql, (tx) => enqueueMail(tx, { ...mail, topic: null, now: app.clock.now }));
}

/** A mail that the server refuses as often as `attempts` says. */
async function refused(w: World, subject: string, attempts: number): Promise<number> {
  await enqueue(w, subject);
  const [row] = await app.sql<{ id: number }[]>`
    update mails set attempts = ${attempts - 1} where deployment_id = ${w.deploymentId} and subject = ${subject}
    returning mail_id as id`;
  server.refuseNext(1);
  await app.runJobs().catch(() => {});
  server.refuseNext(0);
  return row?.id ?? 0;
}

async function mailOf(person: Person, subject: string) {
  const { body } = await person.api('GET', PATH);
  return body.find((mail: { Subject: string }) => mail.Subject === subject);
}

const retry = (person: Person, mailId: number) => person.api('POST', `${PATH}/${mailId}/retry`);

test('a site admin sees the state of each mail and never its content', async () => {
  const w = await app.world();
  await enqueue(w, 'Taken');
  await app.runJobs();
  server.takeMailTo('to@example.test');
  await refused(w, 'Refused', 1);
  const failed = await refused(w, 'Given up', MAIL_ATTEMPTS);
  const { status, body, text } = await w.admin.api('GET', PATH);
  assert.equal(status, 200);
  assert.doesNotMatch(text, /Secret/);
  const [last, waiting, sent] = body;
  assert.match(last.LastError, /try again later/);
  const common = { To: 'to@example.test', ToPerson: null, Cc: [], DateCreated: app.clock.now.toISOString() };
  const never = { DateSent: null, NextAttempt: null };
  const { LastError } = last;
  assert.deepEqual(body, [
    {
      ...common,
      ...never,
      MailId: failed,
      Subject: 'Given up',
      State: 'Failed',
      Attempts: 20,
      LastError,
      CanRetry: true,
    },
    {
      ...common,
      ...never,
      MailId: waiting.MailId,
      Subject: 'Refused',
      State: 'Waiting',
      Attempts: 1,
      LastError,
      NextAttempt: waiting.NextAttempt,
      CanRetry: true,
    },
    {
      ...common,
      ...never,
      MailId: sent.MailId,
      Subject: 'Taken',
      State: 'Sent',
      Attempts: 1,
      LastError: null,
      DateSent: app.clock.now.toISOString(),
      CanRetry: false,
    },
  ]);
  assert.ok(Date.parse(waiting.NextAttempt) > Date.now());
  assert.deepEqual((await everyPage(w.admin, `${PATH}?top=2`)).flat(), body);
  assert.deepEqual((await w.other.api('GET', PATH)).body, []);
  const states = ['Waiting', 'Held', 'Failed', 'Sent', 'Kept'];
  const lists = await Promise.all(states.map((state) => w.admin.api('GET', `${PATH}?state=${state}`)));
  assert.deepEqual(
    lists.map((list) => list.body.map((mail: { Subject: string }) => mail.Subject)),
    [['Refused'], [], ['Given up'], ['Taken'], []],
  );
  assert.equal((await w.admin.api('GET', `${PATH}?state=Lost`)).status, 400);
  // Its next attempt would fall between those of other tests.
  await app.sql`delete from mails where mail_id = ${waiting.MailId}`;
});

test('a mail waiting for its next attempt is sent now', async () => {
  const w = await app.world();
  const mailId = await refused(w, 'Refused', 3);
  assert.equal((await retry(w.admin, mailId)).status, 204);
  await app.runJobs();
  server.takeMailTo('to@example.test');
  assert.equal((await mailOf(w.admin, 'Refused')).State, 'Sent');
});

test('a failed mail is resent with all its attempts, and only once', async () => {
  const w = await app.world();
  const mailId = await refused(w, 'Given up', MAIL_ATTEMPTS);
  const answers = await Promise.all([retry(w.admin, mailId), retry(w.admin, mailId)]);
  assert.deepEqual(
    answers.map(({ status }) => status),
    [204, 204],
  );
  server.refuseNext(1);
  await assert.rejects(app.runJobs(), /attempt 1/);
  const waiting = await mailOf(w.admin, 'Given up');
  assert.deepEqual([waiting.State, waiting.Attempts], ['Waiting', 1]);
  await retry(w.admin, mailId);
  await app.runJobs();
  server.takeMailTo('to@example.test');
  const [row] = await app.sql`
    select content_name as name, details from activity
    where deployment_id = ${w.deploymentId} and activity_type = 'MailRetried' limit 1`;
  assert.deepEqual(row, { name: 'Given up', details: { mailId } });
});

test('sent or held mails are not resent, and mails of other deployments are not found', async () => {
  const w = await app.world();
  await enqueue(w, 'Taken');
  await app.runJobs();
  server.takeMailTo('to@example.test');
  const { MailId: mailId } = await mailOf(w.admin, 'Taken');
  assert.equal((await retry(w.admin, mailId)).status, 409);
  assert.equal((await retry(w.other, mailId)).status, 404);
  assert.equal((await retry(w.ann, mailId)).status, 403);
  const folderId = await w.ann.folder(w.ann.libraryId, 'F');
  await w.admin.api('PATCH', '/api/settings', { SharingAsAService: true });
  await w.ann.api('POST', `/api/folders/${folderId}/share`, { AllowView: true, Recipients: ['held@example.test'] });
  const [held] = (await w.admin.api('GET', `${PATH}?state=Held`)).body;
  assert.deepEqual([held.State, held.CanRetry], ['Held', false]);
  assert.equal((await retry(w.admin, held.MailId)).status, 409);
});

test('the bodies of a failed mail are deleted after a week; then it cannot be resent', async () => {
  const w = await app.world();
  const mailId = await refused(w, 'Given up', MAIL_ATTEMPTS);
  app.clock.advance(7 * DAY_MS - 1);
  await pruneMailsJob.run(app.deps, null);
  assert.equal((await mailOf(w.admin, 'Given up')).CanRetry, true);
  app.clock.advance(2);
  await pruneMailsJob.run(app.deps, null);
  const [row] = await app.sql`select text_body, html_body from mails where mail_id = ${mailId}`;
  assert.deepEqual(row, { text_body: null, html_body: null });
  assert.equal((await mailOf(w.admin, 'Given up')).CanRetry, false);
  assert.equal((await retry(w.admin, mailId)).status, 410);
});

test('without a mail server, sent mails are stored', async () => {
  const keeping = await startApp();
  const w = await keeping.world();
  await w.admin.api('POST', '/api/users', { Email: `${crypto.randomUUID()}@example.test`, Name: 'New' });
  await keeping.runJobs();
  const kept = await w.admin.api('GET', `${PATH}?state=Kept`);
  assert.deepEqual([kept.body.length, kept.body[0].State], [1, 'Kept']);
  assert.deepEqual((await w.admin.api('GET', `${PATH}?state=Sent`)).body, []);
});
