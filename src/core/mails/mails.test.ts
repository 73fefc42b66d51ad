import assert from 'node:assert/strict';
import { test } from 'node:test';
import PostalMime from 'postal-mime';
import sharp from 'sharp';
import { startApp } from '../../../test/harness.ts';
import { transaction } from '../../platform/db/connection.ts';
import { MARK } from '../../platform/mail/mark.ts';
import { renderEmail } from '../../platform/mail/render-email.ts';
import { createMailTransport } from '../../platform/mail/transport.ts';
import { startMailServer } from '../../platform/mail/mail-server.fixture.ts';
import { MAIL_ATTEMPTS, pruneMailsJob, sendMailJob } from './mails.jobs.ts';
import { enqueueMail } from './mails.steps.ts';

const server = await startMailServer();
const app = await startApp({ smtpUrl: server.url, mailFrom: 'Our library <library@example.test>' });

type Row = {
  mailId: number;
  state: string;
  attempts: number;
  error: string | null;
  text: string | null;
  sentAt: string | null;
};

async function enqueue(deploymentId: number, to: string, subject = 'Hello'): Promise<Row> {
  await transaction(app.sql, (tx) =>
    enqueueMail(tx, { deploymentId, to, subject, text: 'Plain', html: '<p>Rich</p>', topic: null, now: app.clock.now }),
  );
  return rowOf(to);
}

async function rowOf(to: string): Promise<Row> {
  const [row] = await app.sql<Row[]>`
    select mail_id as "mailId", state, attempts, last_error as error, coalesce(text_body, html_body) as text,
      sent_at as "sentAt"
    from mails where recipient = ${to} order by mail_id desc limit 1`;
  assert.ok(row);
  return row;
}

/** Makes what waits for its next attempt due. */
async function runJobsAgain(): Promise<void> {
  await app.sql`update graphile_worker._private_jobs set run_at = now()`;
  await app.runJobs();
}

test('mails to reserved domains are not sent and count as sent', async () => {
  const w = await app.world();
  await enqueue(w.deploymentId, 'maria@hartwell.invalid');
  await app.runJobs();
  assert.equal((await rowOf('maria@hartwell.invalid')).state, 'sent');
  const cc = [w.bob.email, 'lena@press.hartwell.INVALID'];
  await transaction(app.sql, (tx) =>
    enqueueMail(tx, {
      deploymentId: w.deploymentId,
      to: w.ann.email,
      cc,
      subject: 'S',
      text: 'T',
      html: 'H',
      topic: null,
      now: app.clock.now,
    }),
  );
  await app.runJobs();
  assert.deepEqual(
    server.received.map(({ to }) => to),
    [[w.ann.email, w.bob.email]],
  );
  server.takeMailTo(w.ann.email);
});

test('a mail is sent with both bodies, which are deleted afterwards', async () => {
  const w = await app.world();
  await enqueue(w.deploymentId, w.ann.email, 'Grüße, Ann');
  await app.runJobs();
  const mail = server.takeMailTo(w.ann.email);
  assert.deepEqual(mail.from, { name: 'Our library', address: 'library@example.test' });
  assert.equal(mail.to?.[0]?.address, w.ann.email);
  assert.equal(mail.subject, 'Grüße, Ann');
  assert.equal(mail.text?.trim(), 'Plain');
  assert.equal(mail.html?.trim(), '<p>Rich</p>');
  assert.equal(mail.date, app.clock.now.toISOString());
  assert.match(mail.messageId ?? '', /^<[0-9a-f-]{36}@example\.test>$/);
  const { state, attempts, text, sentAt } = await rowOf(w.ann.email);
  assert.deepEqual([state, attempts, text, sentAt], ['sent', 1, null, app.clock.now.toISOString()]);
});

test('a mail of a rolled-back transaction is never sent', async () => {
  const w = await app.world();
  const mail = {
    deploymentId: w.deploymentId,
    to: w.ann.email,
    subject: 's',
    text: 't',
    html: 'h',
    topic: null,
    now: app.clock.now,
  };
  const failing = transaction(app.sql, async (tx) => {
    await enqueueMail(tx, mail);
    throw new Error('no');
  });
  await assert.rejects(failing, /no/);
  await app.runJobs();
  assert.deepEqual(server.received, []);
});

test('a mail that the server refuses is retried as the same message', async () => {
  const w = await app.world();
  await enqueue(w.deploymentId, w.ann.email);
  server.refuseNext(1);
  await assert.rejects(app.runJobs(), /was refused at attempt 1: EENVELOPE 451/);
  const refused = await rowOf(w.ann.email);
  assert.deepEqual([refused.state, refused.attempts], ['queued', 1]);
  assert.match(refused.error ?? '', /try again later/);
  const [stored] = await app.sql<
    { key: string }[]
  >`select message_id as key from mails where mail_id = ${refused.mailId}`;
  await runJobsAgain();
  assert.equal(server.takeMailTo(w.ann.email).messageId, `<${stored?.key}@example.test>`);
  const { state, attempts, error, text } = await rowOf(w.ann.email);
  assert.deepEqual([state, attempts, error, text], ['sent', 2, null, null]);
});

test('server responses with addresses reach neither the log nor the queue', async () => {
  const w = await app.world();
  await enqueue(w.deploymentId, w.ann.email);
  server.refuseNext(1);
  const error: unknown = await app.runJobs().catch((reason: unknown) => reason);
  const queue = await app.sql`select * from graphile_worker._private_jobs`;
  const seen = JSON.stringify([queue, app.logs, String((error as Error).stack), (error as Error).cause]);
  assert.match(seen, /EENVELOPE/);
  assert.ok(!seen.includes(w.ann.email));
  await runJobsAgain();
  server.takeMailTo(w.ann.email);
});

test('a mail fails after its last attempt and stays as it is', async () => {
  const w = await app.world();
  const { mailId } = await enqueue(w.deploymentId, w.ann.email);
  await app.sql`update mails set attempts = ${MAIL_ATTEMPTS - 1} where mail_id = ${mailId}`;
  server.refuseNext(1);
  await app.runJobs();
  const { state, attempts, text } = await rowOf(w.ann.email);
  assert.deepEqual([state, attempts, text], ['failed', MAIL_ATTEMPTS, 'Plain']);
  await runJobsAgain();
  assert.deepEqual(server.received, []);
});

test('a mail waits while the server is unreachable', async () => {
  const w = await app.world();
  const { mailId } = await enqueue(w.deploymentId, w.ann.email);
  const mail = createMailTransport({ ...app.deps.config, smtpUrl: 'smtp://127.0.0.1:1' });
  const payload = { deploymentId: w.deploymentId, mailId };
  await assert.rejects(sendMailJob.run({ ...app.deps, mail }, payload), /ESOCKET/);
  assert.equal((await rowOf(w.ann.email)).state, 'queued');
  await app.runJobs();
  server.takeMailTo(w.ann.email);
});

test('the job of a sent mail, or of another deployment, does nothing', async () => {
  const w = await app.world();
  const { mailId } = await enqueue(w.deploymentId, w.ann.email);
  await sendMailJob.run(app.deps, { deploymentId: w.other.deploymentId, mailId });
  assert.deepEqual(server.received, []);
  await app.runJobs();
  await sendMailJob.run(app.deps, { deploymentId: w.deploymentId, mailId });
  server.takeMailTo(w.ann.email);
});

test('a name in a subject cannot inject headers', async () => {
  const w = await app.world();
  await enqueue(w.deploymentId, w.ann.email, 'About A\r\nBcc: evil@example.test\r\n\r\nBody\u2028 of mine');
  await app.runJobs();
  const [{ to, mail }] = server.received.splice(0) as [(typeof server.received)[0]];
  assert.deepEqual(to, [w.ann.email]);
  assert.equal(mail.subject, 'About A Bcc: evil@example.test Body of mine');
  assert.equal(mail.text?.trim(), 'Plain');
});

test('an email carries the logo of the deployment in the message, and the mark of the product for a deployment without name and logo', async () => {
  const w = await app.world();
  const logo = await sharp({ create: { width: 40, height: 20, channels: 3, background: '#a00' } })
    .png()
    .toBuffer();
  const send = async () => {
    const { subject, text, html } = renderEmail({ Name: null, Color: null }, { subject: 'Hi', paragraphs: ['One'] });
    const mail = {
      deploymentId: w.deploymentId,
      to: w.ann.email,
      subject,
      text,
      html,
      topic: null,
      now: app.clock.now,
    };
    await transaction(app.sql, (tx) => enqueueMail(tx, mail));
    await app.runJobs();
    return server.takeMailTo(w.ann.email);
  };
  const partsOf = ({ html = '', attachments }: Awaited<ReturnType<typeof send>>) => {
    // No URL of a server: mail programs ask the reader before they load such an image.
    assert.doesNotMatch(html, /<img[^>]* src="(?!cid:)/);
    assert.equal(html.includes('src="cid:logo"'), attachments.length > 0);
    return attachments.map(({ disposition, contentId, mimeType }) => `${disposition} ${contentId} ${mimeType}`);
  };
  const marked = await send();
  assert.deepEqual(partsOf(marked), ['inline <logo> image/png']);
  assert.deepEqual(Buffer.from(marked.attachments[0]?.content as ArrayBuffer), MARK);
  await w.admin.api('PATCH', '/api/settings', { Branding: { Name: 'Lind' } });
  assert.deepEqual(partsOf(await send()), []);
  const headers = { authorization: `Bearer ${w.admin.token}`, 'content-type': 'image/png' };
  const put = await fetch(new URL('/api/settings/logo', app.url), {
    method: 'PUT',
    headers,
    body: new Uint8Array(logo),
  });
  assert.equal(put.status, 204);
  const own = await send();
  assert.deepEqual(partsOf(own), ['inline <logo> image/png']);
  assert.equal((await sharp(Buffer.from(own.attachments[0]?.content as ArrayBuffer)).metadata()).width, 40);
});

test('mails older than a month are deleted, waiting ones are not', async () => {
  const w = await app.world();
  await enqueue(w.deploymentId, w.ann.email);
  await app.runJobs();
  server.takeMailTo(w.ann.email);
  await app.sql`delete from mails where deployment_id <> ${w.deploymentId}`;
  await transaction(
    app.sql,
    (tx) => tx`
      insert into mails (deployment_id, message_id, recipient, subject, created_at)
      values (${w.deploymentId}, 'x', 'waiting', 's', ${app.clock.now})`,
  );
  app.clock.advance(30 * 24 * 3_600_000 + 1);
  await pruneMailsJob.run(app.deps, null);
  assert.deepEqual([...(await app.sql`select recipient from mails`)], [{ recipient: 'waiting' }]);
});

test('without SMTP_URL the message is stored in the database and deleted once there is a mail server', async () => {
  const w = await app.world();
  const { mailId } = await enqueue(w.deploymentId, w.ann.email);
  const mail = createMailTransport({ ...app.deps.config, smtpUrl: null });
  const run = () => sendMailJob.run({ ...app.deps, mail }, { deploymentId: w.deploymentId, mailId });
  await run();
  await run();
  const kept = async () =>
    (
      await app.sql<
        { state: string; message: Buffer | null }[]
      >`select state, message from mails where mail_id = ${mailId}`
    )[0];
  const { state, message } = (await kept()) ?? {};
  assert.equal(state, 'kept');
  const raw = message?.toString() ?? '';
  assert.ok(!/[^\r]\n/.test(raw));
  const { to, text, html, subject } = await PostalMime.parse(raw);
  assert.deepEqual(
    [to?.[0]?.address, subject, text?.trim(), html?.trim()],
    [w.ann.email, 'Hello', 'Plain', '<p>Rich</p>'],
  );
  assert.equal((await rowOf(w.ann.email)).text, null);
  const without = { ...app.deps, config: { ...app.deps.config, smtpUrl: null } };
  await pruneMailsJob.run(without, null);
  assert.equal((await kept())?.state, 'kept');
  await pruneMailsJob.run(app.deps, null);
  assert.deepEqual({ ...(await kept()) }, { state: 'sent', message: null });
});
