import assert from 'node:assert/strict';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { startApp } from '../../../test/harness.ts';
import { everyPage } from '../../../test/pages.ts';
import { startSecondApp } from '../../../test/second-app.ts';
import { importOutbox } from './import-outbox.ts';
import type { World } from '../../../test/world.ts';

const app = await startApp({}, { own: 'looks into the data folder' });

async function invite(w: World, name: string): Promise<string> {
  const email = `${name.toLowerCase()}-${crypto.randomUUID()}@example.test`;
  await w.admin.api('POST', '/api/users', { Email: email, Name: name });
  await app.runJobs();
  return email;
}

test('a site admin reads the stored mails, newest first', async () => {
  const w = await app.world();
  const first = await invite(w, 'First');
  const second = await invite(w, 'Second');
  const { body } = await w.admin.api('GET', '/api/outbox');
  const [newest] = body;
  assert.deepEqual(
    body.map(({ To }: { To: string }) => To),
    [second, first],
  );
  assert.deepEqual(newest, {
    MailId: newest.MailId,
    To: second,
    Subject: newest.Subject,
    DateCreated: app.clock.now.toISOString(),
    Links: { Message: `http://carrel.test/api/outbox/${newest.MailId}/message` },
  });
  const message = await w.admin.api('GET', `/api/outbox/${newest.MailId}/message`);
  assert.equal(message.headers.get('content-type'), 'message/rfc822');
  assert.equal(message.headers.get('cache-control'), 'no-store');
  assert.match(message.text, new RegExp(`^To: ${RegExp.escape(second)}\r$`, 'm'));
  const pages = await everyPage(w.admin, '/api/outbox?top=1');
  assert.deepEqual(pages.flat(), body);
});

test('reading a mail is recorded with its address; listing and HEAD are not', async () => {
  const w = await app.world();
  const to = await invite(w, 'Read');
  const [{ MailId: mailId, Subject }] = (await w.admin.api('GET', '/api/outbox')).body;
  await w.admin.api('HEAD', `/api/outbox/${mailId}/message`);
  assert.equal((await w.admin.api('GET', `/api/outbox/${mailId}/message`)).status, 200);
  const rows = await app.sql`
    select user_id as "userId", content_name as name, details from activity
    where deployment_id = ${w.deploymentId} and activity_type = 'MailViewed'`;
  assert.deepEqual([...rows], [{ userId: w.admin.userId, name: Subject, details: { mailId, to } }]);
});

test('mails of other deployments, unknown and deleted mails are not found', async () => {
  const w = await app.world();
  await invite(w, 'New');
  const [{ MailId: mailId }] = (await w.admin.api('GET', '/api/outbox')).body;
  assert.deepEqual((await w.other.api('GET', '/api/outbox')).body, []);
  assert.equal((await w.other.api('GET', `/api/outbox/${mailId}/message`)).status, 404);
  assert.equal((await w.admin.api('GET', '/api/outbox/999999999/message')).status, 404);
  await app.sql`delete from mails where mail_id = ${mailId}`;
  assert.equal((await w.admin.api('GET', `/api/outbox/${mailId}/message`)).status, 404);
});

test('with SMTP there is no outbox', async () => {
  const sending = await startApp({ smtpUrl: 'smtp://127.0.0.1:1' });
  const w = await sending.world();
  assert.equal((await w.admin.api('GET', '/api/outbox')).status, 404);
  assert.equal((await w.admin.api('GET', '/api/outbox/1/message')).status, 404);
});

test('every node lists and shows all mails', async () => {
  const w = await app.world();
  await invite(w, 'Everywhere');
  const deps = { ...app.deps, config: { ...app.deps.config, dataDir: join(app.dataDir, 'another-node') } };
  const node = await startSecondApp({ deps });
  const read = (path: string) => fetch(node.url + path, { headers: { authorization: `Bearer ${w.admin.token}` } });
  const [mail] = (await (await read('/api/outbox')).json()) as { MailId: number }[];
  const shown = await read(`/api/outbox/${mail?.MailId}/message`);
  assert.equal(shown.status, 200);
  assert.match(await shown.text(), /^Subject: /m);
});

test('files of an earlier version are imported at startup, and no others', async () => {
  const w = await app.world();
  await invite(w, 'Earlier');
  const [{ MailId: mailId, DateCreated }] = (await w.admin.api('GET', '/api/outbox')).body;
  // As that version left it.
  await app.sql`update mails set state = 'sent', message = null where mail_id = ${mailId}`;
  assert.equal((await w.admin.api('GET', `/api/outbox/${mailId}/message`)).status, 404);
  const folder = join(app.dataDir, 'outbox');
  await mkdir(folder, { recursive: true });
  const others = ['2020-01-01T00-00-00.000Z-999999.eml', `2020-01-01T00-00-00.000Z-${mailId}.eml`, 'notes.txt'];
  for (const name of others) await writeFile(join(folder, name), 'of something else');
  await writeFile(join(folder, `${DateCreated.replaceAll(':', '-')}-${mailId}.eml`), 'Subject: as it was\r\n\r\n');
  assert.equal(await importOutbox({ ...app.deps, config: { ...app.deps.config, smtpUrl: 'smtp://127.0.0.1:1' } }), 0);
  assert.equal(await importOutbox(app.deps), 1);
  assert.equal(await importOutbox(app.deps), 0);
  assert.equal((await w.admin.api('GET', `/api/outbox/${mailId}/message`)).text, 'Subject: as it was\r\n\r\n');
  assert.deepEqual((await readdir(folder)).sort(), others.sort());
});
