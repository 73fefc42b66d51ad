import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startApp } from '../../../test/harness.ts';
import { sendCodeJob } from './codes.jobs.ts';
import { visitor } from './visitor.fixture.ts';

const app = await startApp();

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
  return { person: visitor(app, share.ReferenceString), key, mails };
}

test('a key that is nobody’s gets the same answers as a recipient’s, and neither a job nor a row of its own', async () => {
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

test('an address can request 30 codes an hour, for whichever recipients', async () => {
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
