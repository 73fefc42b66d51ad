import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asPerson } from '../../../test/factories/persons.ts';
import { startApp } from '../../../test/harness.ts';
import { everyPage } from '../../../test/pages.ts';
import type { Person } from '../../../test/world.ts';
import { sealActivityJob } from './audit.jobs.ts';
import { verifyActivity } from './verify.ts';

const app = await startApp();
const PATH = '/api/async/audit/verification';
const LIST = '/api/admin/audit/verifications';

/** Something in the log of a deployment, covered by seals; one for each call. */
async function makeSealedLog(person: Person, seals = 1): Promise<void> {
  for (let made = 0; made < seals; made += 1) {
    await person.folder(person.libraryId, crypto.randomUUID());
    await sealActivityJob.run(app.deps, null);
  }
}

async function begin(admin: Person, body: object = {}): Promise<number> {
  const { status, headers, text } = await admin.api('POST', PATH, body);
  assert.equal(status, 202, text);
  return Number(headers.get('location')?.split('/').at(-1));
}

const resultOf = (person: Person, jobId: number) => person.api('GET', `/api/async/results/audit/verification/${jobId}`);

test('a verification gives the same result as the command line, is recorded, and can be read again', async () => {
  const w = await app.world();
  // More than one step.
  await makeSealedLog(w.ann, 12);
  const expected = await verifyActivity(app.deps, w.deploymentId, { signal: new AbortController().signal });
  assert.deepEqual([expected.Seals, expected.Broken], [12, 0]);
  const jobId = await begin(w.admin);
  const early = await resultOf(w.admin, jobId);
  assert.deepEqual([early.status, early.headers.get('location')], [303, `http://carrel.test/api/async/${jobId}`]);
  await app.runJobs();
  const { status, body } = await resultOf(w.admin, jobId);
  assert.equal(status, 200);
  // The start of the verification is not sealed yet.
  assert.deepEqual(body, { ...expected, UnsealedRows: 1, UnsealedSince: app.clock.now.toISOString() });
  assert.deepEqual((await resultOf(w.admin, jobId)).body, body);
  const [recorded] = await app.sql`
    select user_id, details from activity
    where deployment_id = ${w.deploymentId} and activity_type = 'ActivityVerified'`;
  assert.deepEqual(recorded, { user_id: w.admin.userId, details: { seals: 12, rows: 12, broken: 0 } });
  assert.equal((await resultOf(w.other, jobId)).status, 404);
  assert.equal((await resultOf(w.ann, jobId)).status, 403);
});

test('a change in the log is found with the affected rows', async () => {
  const w = await app.world();
  await makeSealedLog(w.ann, 2);
  await app.sql`
    update activity set content_name = 'Something else' where deployment_id = ${w.deploymentId} and activity_id = (
      select max(activity_id) from activity where deployment_id = ${w.deploymentId})`;
  const jobId = await begin(w.admin);
  await app.runJobs();
  const { body } = await resultOf(w.admin, jobId);
  assert.equal(body.Broken, 1);
  assert.equal(body.Findings[0].SealNumber, 2);
  assert.match(body.Findings[0].Problem, /Its rows or the seal were changed/);
});

test('a noted seal reveals a truncated chain; a malformed one returns 400', async () => {
  const w = await app.world();
  await makeSealedLog(w.ann);
  const jobId = await begin(w.admin, { NotedSeal: `7:${'ab'.repeat(32)}` });
  await app.runJobs();
  const { body } = await resultOf(w.admin, jobId);
  assert.equal(body.Broken, 1);
  assert.match(body.Findings[0].Problem, /truncated/);
  const refused = await w.admin.api('POST', PATH, { NotedSeal: '7:abc' });
  assert.deepEqual([refused.status, refused.body.errors[0].instance], [400, 'NotedSeal']);
});

test('site admins see the creator, progress and findings of each verification while it is kept', async () => {
  const w = await app.world();
  await makeSealedLog(w.ann, 2);
  const first = await begin(w.admin);
  await app.runJobs();
  const second = await begin(w.admin);
  const { status, body } = await w.admin.api('GET', LIST);
  assert.equal(status, 200);
  const at = app.clock.now.toISOString();
  const common = { Creator: w.admin.email, CreatorPerson: asPerson(w.admin), DateCreated: at, Error: null };
  const { body: Result } = await resultOf(w.admin, first);
  const Progress = { Seals: 2, OfSeals: 2 };
  assert.deepEqual(body, [
    {
      ...common,
      JobId: second,
      State: 'Processing',
      DateEnded: null,
      Progress: { ...Progress, Seals: 0 },
      Result: null,
    },
    { ...common, JobId: first, State: 'Complete', DateEnded: at, Progress, Result },
  ]);
  assert.deepEqual((await everyPage(w.admin, `${LIST}?top=1`)).flat(), body);
  assert.deepEqual((await w.other.api('GET', LIST)).body, []);
  await w.admin.api('DELETE', `/api/async/${second}`);
  const [cancelled] = (await w.admin.api('GET', LIST)).body;
  assert.deepEqual([cancelled.State, cancelled.Result], ['Cancelled', null]);
});
