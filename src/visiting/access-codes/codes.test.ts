import assert from 'node:assert/strict';
import { test } from 'node:test';
import { visitor } from '../visits/visitor.fixture.ts';
import { startCodes } from './codes.fixture.ts';

const { app, sharedByCode, codeFor, mailsTo } = await startCodes();

test('opening a personal link sends its recipient a code, which opens the link as that recipient', async () => {
  const { w, reference, x, xs, folderId, documentId } = await sharedByCode();
  const person = visitor(app, reference);
  assert.equal((await person.open(xs.path)).status, 200);
  const locked = (await person.ask('GET', `?recipient=${xs.key}`)).body;
  assert.deepEqual([locked.Protection, locked.IsUnlocked, locked.Item], ['code', false, null]);
  assert.deepEqual(locked.Code, {
    Recipient: 'x…@recipients.test',
    SentAt: app.clock.now.toISOString(),
    CanResendAt: new Date(app.clock.now.getTime() + 30_000).toISOString(),
    TriesLeft: 5,
    AcceptsEmail: false,
  });
  const code = await codeFor(x);
  const { status, body, headers } = await person.ask('POST', '/unlock', { Recipient: xs.key, Code: code });
  assert.deepEqual([status, body.IsUnlocked, body.Item.FolderId], [200, true, folderId]);
  assert.match(
    headers.getSetCookie().join('\n'),
    /carrel_visit=[^;]+; Max-Age=43200; Path=\/link\/[\w-]{22}; HttpOnly/,
  );
  assert.equal((await person.ask('GET', `/documents/${documentId}/content`)).text, 'first');
  const rows = await app.sql`
    select activity_type as type, user_id as "userId", visitor_email as email from activity
    where deployment_id = ${w.deploymentId} and document_id = ${documentId} and user_id = 0`;
  assert.deepEqual([...rows], [{ type: 'DocumentViewed', userId: 0, email: x }]);
});

test('a link without its key asks for the personal link and sends nothing', async () => {
  const { reference, folderId, x, y, xs } = await sharedByCode();
  const person = visitor(app, reference);
  for (const query of ['', '?recipient=nobody', `?recipient=${'A'.repeat(22)}`]) {
    assert.equal((await person.open(`/folder/${folderId}/share/${reference}${query}`)).status, 200);
    assert.deepEqual((await person.ask('GET', query)).body.Code, {
      Recipient: null,
      SentAt: null,
      CanResendAt: null,
      TriesLeft: 5,
      AcceptsEmail: false,
    });
  }
  const other = await sharedByCode();
  await person.open(`/folder/${folderId}/share/${reference}?recipient=${other.xs.key}`);
  assert.equal(await mailsTo(x, y, other.x), 0, 'the key of another share is nobody’s here');
  assert.notEqual(other.xs.key, xs.key);
});

test('HEAD, prefetch and previews send no code', async () => {
  const { reference, x, xs } = await sharedByCode();
  const person = visitor(app, reference);
  const head = await fetch(new URL(xs.path, app.url), { method: 'HEAD' });
  assert.equal(head.status, 200);
  const purposes: Record<string, string>[] = [
    { 'sec-purpose': 'prefetch;prerender' },
    { purpose: 'prefetch' },
    { 'x-purpose': 'preview' },
  ];
  for (const headers of [...purposes, { 'x-moz': 'prefetch' }]) await person.open(xs.path, headers);
  assert.equal(await mailsTo(x), 0);
});

test('opening the link again while a code is valid sends nothing; later it sends another', async () => {
  const { reference, x, xs } = await sharedByCode();
  const person = visitor(app, reference);
  await Promise.all([1, 2, 3].map(() => person.open(xs.path)));
  const code = await codeFor(x);
  app.clock.advance(9 * 60_000);
  await person.open(xs.path);
  assert.equal(await mailsTo(x), 0);
  app.clock.advance(60_000);
  assert.equal((await person.ask('POST', '/unlock', { Recipient: xs.key, Code: code })).status, 403);
  await person.open(xs.path);
  const next = await codeFor(x);
  assert.equal((await person.ask('POST', '/unlock', { Recipient: xs.key, Code: next })).status, 200);
});

test('the same code is resent on request, every 30 s at most and five times an hour', async () => {
  const { reference, x, xs } = await sharedByCode();
  const person = visitor(app, reference);
  await person.open(xs.path);
  const code = await codeFor(x);
  const again = () => person.ask('POST', '/codes', { Recipient: xs.key });
  const early = await again();
  assert.deepEqual([early.status, early.headers.get('retry-after')], [429, '30']);
  for (let sent = 2; sent <= 5; sent += 1) {
    app.clock.advance(30_000);
    const { status, body } = await again();
    assert.equal(status, 202);
    assert.deepEqual(body, {
      SentAt: app.clock.now.toISOString(),
      CanResendAt: new Date(app.clock.now.getTime() + 30_000).toISOString(),
    });
    assert.equal(await codeFor(x), code);
  }
  app.clock.advance(30_000);
  assert.equal((await again()).status, 429);
  assert.equal(await mailsTo(x), 0);
  app.clock.advance(11 * 60_000);
  await person.open(xs.path);
  assert.equal(await mailsTo(x), 0, 'opening the link does not get around the limit');
});

test('an access code works once; opening the link in another browser sends the next one', async () => {
  const { reference, x, xs } = await sharedByCode();
  const [first, second] = [visitor(app, reference), visitor(app, reference)];
  await first.open(xs.path);
  const code = await codeFor(x);
  assert.equal((await first.ask('POST', '/unlock', { Recipient: xs.key, Code: code })).status, 200);
  const used = await second.ask('POST', '/unlock', { Recipient: xs.key, Code: code });
  assert.deepEqual([used.status, used.body.title], [403, 'The code is incorrect or no longer valid.']);
  app.clock.advance(1000);
  await first.open(xs.path);
  assert.equal(await mailsTo(x), 0, 'an unlocked browser needs no code');
  await second.open(xs.path);
  const next = await codeFor(x);
  assert.equal((await second.ask('POST', '/unlock', { Recipient: xs.key, Code: next })).status, 200);
});

test('the code of one recipient opens the link for no other', async () => {
  const { reference, x, xs, ys } = await sharedByCode();
  const person = visitor(app, reference);
  await person.open(xs.path);
  const code = await codeFor(x);
  assert.equal((await person.ask('POST', '/unlock', { Recipient: ys.key, Code: code })).status, 403);
  assert.equal((await person.ask('POST', '/unlock', { Recipient: xs.key, Code: code })).status, 200);
  const cookie = person.cookies.get('carrel_visit') ?? '';
  const anonymous = visitor(app, reference);
  anonymous.cookies.set('carrel_visit', cookie.replace(/^\d+/, '0'));
  assert.equal((await anonymous.ask('GET', '')).body.IsUnlocked, false);
});

test('people with a copy open the link of its recipient, who is sent the code', async () => {
  const { reference, x, xs } = await sharedByCode({ EmailRecipientsCc: ['cc@recipients.test'] });
  assert.equal(await mailsTo('cc@recipients.test'), 0, 'the copies came with the mails of the recipients');
  await visitor(app, reference).open(xs.path);
  assert.match(await codeFor(x), /^\d{6}$/);
  assert.equal(await mailsTo('cc@recipients.test'), 0);
});

test('codes are in no table, payload or log after sending, and links never are', async () => {
  const { reference, x, xs } = await sharedByCode();
  const person = visitor(app, reference);
  await person.open(xs.path);
  const jobs = await app.sql<{ payload: string }[]>`select payload::text from graphile_worker._private_jobs`;
  const code = await codeFor(x);
  await person.ask('POST', '/unlock', { Recipient: xs.key, Code: code });
  const mails = await app.sql`select to_jsonb(m)::text as text from mails m where recipient = ${x}`;
  const kept = JSON.stringify([jobs, mails, app.logs.filter(({ route }) => route !== undefined)]);
  for (const secret of [code, reference, xs.key]) assert.ok(!kept.includes(secret), secret);
  assert.ok(!JSON.stringify(app.logs).includes(reference));
});
