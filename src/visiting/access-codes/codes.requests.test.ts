import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startApp } from '../../../test/harness.ts';
import { sendCodeJob } from './codes.jobs.ts';
import { visitor } from '../visits/visitor.fixture.ts';

const app = await startApp({ trustProxy: true });

/** A link with access codes: somebody at it, the key of its recipient, and how many mails went there. */
async function sharedByCode() {
  const { ann } = await app.world();
  const recipient = `x-${crypto.randomUUID().slice(0, 8)}@recipients.test`;
  const folder = `/api/folders/${await ann.folder(ann.libraryId, 'Plans')}`;
  const wanted = { AllowView: true, AccessCodeRequired: true, Recipients: [recipient], NotifyRecipients: false };
  const { body: share } = await ann.api('POST', `${folder}/share`, wanted);
  const [{ WebUri }] = (await ann.api('GET', `${folder}/shares/${share.ShareId}/recipients`)).body;
  const key = new URL(WebUri).searchParams.get('recipient') ?? '';
  const mails = async () => {
    await app.runJobs();
    return (await app.sql`select from mails where recipient = ${recipient}`).length;
  };
  const reference: string = share.ReferenceString;
  const path = `${new URL(WebUri).pathname}?recipient=${key}`;
  /** A new browser at the address requests a code, or opens the link; the status of the answer. */
  const from = async (address: string, how: 'request' | 'open' = 'request') => {
    const [stranger, headers] = [visitor(app, reference), { 'x-forwarded-for': address }];
    if (how === 'open') return (await stranger.open(path, headers)).status;
    return (await stranger.ask('POST', '/codes', { Recipient: key }, headers)).status;
  };
  return { person: visitor(app, reference), key, mails, from };
}

test('an unknown key gets the same answers as a recipient’s, and neither a job nor a row', async () => {
  const { person, key } = await sharedByCode();
  const ask = async (asked: string) => {
    const { status, body, headers } = await person.ask('POST', '/codes', { Recipient: asked });
    return { status, keys: Object.keys(body), title: body.title, retryAfter: headers.get('retry-after') };
  };
  const jobs = () => app.sql`select from graphile_worker.jobs where task_identifier = ${sendCodeJob.name}`;
  const counters = () => app.sql`select from throttles where scope like 'code:%'`;
  const invented = [await ask('A'.repeat(22)), await ask('A'.repeat(22))];
  assert.deepEqual(
    invented.map(({ status }) => status),
    [202, 429],
  );
  assert.equal((await jobs()).length, 0);
  const known = (await counters()).length;
  await ask('B'.repeat(22));
  assert.equal((await counters()).length, known);
  assert.deepEqual([await ask(key), await ask(key)], invented);
  assert.equal((await jobs()).length, 1);
  await app.runJobs();
});

test('an address can request 30 codes an hour, for any recipients', async () => {
  const { person, key, mails } = await sharedByCode();
  app.clock.advance(3_600_000);
  for (let i = 0; i < 30; i += 1) {
    app.clock.advance(30_000);
    assert.equal((await person.ask('POST', '/codes', { Recipient: `invented ${i}` })).status, 202);
  }
  const refused = await person.ask('POST', '/codes', { Recipient: key });
  assert.deepEqual([refused.status, refused.headers.get('retry-after')], [429, '2730']);
  app.clock.advance(2_730_000);
  assert.equal((await person.ask('POST', '/codes', { Recipient: key })).status, 202);
  assert.equal(await mails(), 1);
});

test('five requests from one address do not use up the codes of another', async () => {
  for (const how of ['request', 'open'] as const) {
    const { from, mails } = await sharedByCode();
    for (let i = 0; i < 5; i += 1, app.clock.advance(30_000)) assert.equal(await from('192.0.2.1'), 202);
    assert.equal(await mails(), 5);
    app.clock.advance(600_000);
    assert.equal(await from('192.0.2.1'), 429);
    await from('192.0.2.1', 'open');
    assert.equal(await mails(), 5);
    assert.equal(await from('192.0.2.2', how), how === 'open' ? 200 : 202);
    assert.equal(await mails(), 6);
  }
});

test('an address that has used up its codes does not delay those of another', async () => {
  const { from } = await sharedByCode();
  for (let i = 0; i < 5; i += 1, app.clock.advance(30_000)) await from('2001:db8::1');
  assert.equal(await from('2001:db8::2'), 429, 'the same network');
  assert.equal(await from('2001:db8:1::1'), 202);
});

test('a recipient gets at most 20 codes an hour from all addresses', async () => {
  const { from, mails } = await sharedByCode();
  const statuses = [];
  for (let i = 0; i < 22; i += 1, app.clock.advance(30_000)) {
    statuses.push(await from(`192.0.2.${i}`));
    await app.runJobs();
  }
  assert.deepEqual([statuses.filter((status) => status === 202).length, statuses.at(-1)], [20, 429]);
  app.clock.advance(600_000);
  await from('198.51.100.1', 'open');
  assert.equal(await mails(), 20);
  app.clock.advance(3_600_000);
  assert.equal(await from('198.51.100.1'), 202);
});
