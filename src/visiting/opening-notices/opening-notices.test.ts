import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addRecipient, makeShare } from '../../../test/factories/shares.ts';
import { startApp } from '../../../test/harness.ts';
import { startMailServer } from '../../platform/mail/mail-server.fixture.ts';
import { referenceOfShare, visitor } from '../visits/visitor.fixture.ts';

const server = await startMailServer();
const app = await startApp({ smtpUrl: server.url, webUrl: 'http://web.test' });
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** A link of ann with two recipients, and the notices that she got, newest first. */
async function shared(more: Record<string, string | boolean> = {}) {
  const w = await app.world();
  const { ann } = w;
  const folderId = await ann.folder(ann.libraryId, 'Plans');
  const shareId = await makeShare(app, ann, { folderId }, more);
  const x = await addRecipient(app, { ...ann, shareId }, 'x@recipients.test');
  const y = await addRecipient(app, { ...ann, shareId }, 'y@recipients.test');
  const somebody = visitor(app, await referenceOfShare(app, shareId));
  const open = async (key?: string) => {
    const { status } = await somebody.ask('GET', key === undefined ? '' : `?recipient=${key}`);
    assert.equal(status, 200);
  };
  const notices = async () => {
    await app.runJobs();
    const messages = (await ann.api('GET', '/api/notifications')).body as { Message: string }[];
    const about = `[@FolderId=${folderId}]Plans[/] through your link.`;
    return messages.map(({ Message }) => Message.replace(` opened ${about}`, ''));
  };
  const mailed = async () => {
    await app.runJobs();
    return server.received.filter(({ to }) => to.includes(ann.email)).map(({ mail }) => mail);
  };
  return { w, ann, folderId, shareId, x, y, open, notices, mailed };
}

test('the creator is notified of each opening by email and in the app, at most once an hour for a link', async () => {
  const { shareId, x, y, open, notices, mailed } = await shared({ notify_on_open: 'each', name: 'For Acme' });
  await open(x.key);
  assert.deepEqual(await notices(), ['x@recipients.test']);
  const [mail] = await mailed();
  assert.equal(mail?.subject, 'x@recipients.test opened “Plans”');
  assert.match(mail?.text ?? '', /opened “Plans” through your link “For Acme”\./);
  assert.ok(mail?.text?.includes(`http://web.test/links/${shareId}\n`));
  app.clock.advance(10 * MINUTE_MS);
  await open(x.key);
  await open(y.key);
  await open();
  const [next] = await app.sql<{ at: string }[]>`
    select run_at as at from graphile_worker.jobs where task_identifier = 'opening-notice'`;
  assert.equal(Date.parse(next?.at ?? ''), app.clock.now.getTime() + 50 * MINUTE_MS, 'the next one ends the hour');
  assert.deepEqual(await notices(), ['x@recipients.test and 2 others', 'x@recipients.test']);
  app.clock.advance(HOUR_MS);
  await open();
  assert.deepEqual((await notices())[0], 'Someone with the link');
  assert.equal((await mailed()).length, 3);
});

test('with first, only the first opening by each recipient and by anybody else causes a notice', async () => {
  const { x, y, open, notices } = await shared({ notify_on_open: 'first' });
  for (let hour = 0; hour < 3; hour += 1) {
    await open(x.key);
    await notices();
    app.clock.advance(HOUR_MS);
  }
  assert.deepEqual(await notices(), ['x@recipients.test']);
  await open(x.key);
  await open(y.key);
  await open();
  assert.deepEqual(await notices(), ['y@recipients.test and 1 other', 'x@recipients.test']);
});

test('concurrent openings cause one notice, and openings of a link without NotifyOnOpen cause none', async () => {
  const { x, open, notices } = await shared({ notify_on_open: 'each' });
  await Promise.all(Array.from({ length: 8 }, () => open(x.key)));
  assert.deepEqual(await notices(), ['x@recipients.test']);
  const quiet = await shared();
  await quiet.open();
  assert.deepEqual(await quiet.notices(), []);
});

test('a link that is revoked or changed to NotifyOnOpen never before the notice is sent causes none', async () => {
  const { ann, folderId, shareId, open, notices } = await shared({ notify_on_open: 'each' });
  const self = `/api/folders/${folderId}/shares/${shareId}`;
  await open();
  await ann.api('PATCH', self, { NotifyOnOpen: 'never' });
  assert.deepEqual(await notices(), []);
  await ann.api('PATCH', self, { NotifyOnOpen: 'each' });
  app.clock.advance(2 * HOUR_MS);
  await open();
  await ann.api('DELETE', self);
  assert.deepEqual(await notices(), []);
});

test('strangers who open many links of one person cause at most a hundred notices a day', async () => {
  const { ann, folderId, open, notices } = await shared({ notify_on_open: 'each' });
  await app.sql`
    insert into throttles (scope, subject, window_ends_at, hits)
    values ('opening-notices', ${`${ann.deploymentId}/${ann.userId}`}, ${new Date(app.clock.now.getTime() + 24 * HOUR_MS)}, 99)`;
  await open();
  assert.equal((await notices()).length, 1);
  const shareId = await makeShare(app, ann, { folderId }, { notify_on_open: 'each' });
  await visitor(app, await referenceOfShare(app, shareId)).ask('GET', '');
  assert.equal((await notices()).length, 1);
});

test('an opening in a process whose clock is behind belongs to the current notice', async () => {
  const { x, y, open, notices } = await shared({ notify_on_open: 'each' });
  await open(x.key);
  app.clock.advance(-2000);
  await open(y.key);
  assert.deepEqual(await notices(), ['y@recipients.test and 1 other']);
});
