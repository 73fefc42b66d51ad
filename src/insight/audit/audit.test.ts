import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { startApp } from '../../../test/harness.ts';
import type { Person } from '../../../test/world.ts';
import { type NotedSeal, verifyActivity } from './verify.ts';

const app = await startApp({}, { own: 'looks into the data folder' });
const { signal } = new AbortController();

async function seal() {
  await app.sql`select graphile_worker.add_job('seal-activity')`;
  await app.runJobs();
}

const verify = ({ deploymentId }: Person, noted?: NotedSeal) =>
  verifyActivity(app.deps, deploymentId, { signal, ...(noted === undefined ? {} : { noted }) });

/** Somebody whose deployment has three seals over two rows each. */
async function sealed() {
  const { ann } = await app.world();
  const folderId = await ann.folder(ann.libraryId, 'F');
  await seal();
  const before = await verify(ann);
  for (let n = 0; n < 3; n += 1) {
    for (const name of ['a', 'b']) await ann.document(folderId, `${name}${n}.txt`);
    app.clock.advance(60_000);
    await seal();
  }
  return { ann, before };
}

test('every row is sealed once and in order, and the chain holds', async () => {
  const { ann, before } = await sealed();
  const after = await verify(ann);
  assert.deepEqual(
    { ...after, LastSeal: null, Heads: after.Heads.map(({ Place, Number }) => `${Place} ${Number}`) },
    {
      DeploymentId: ann.deploymentId,
      Seals: before.Seals + 3,
      SealedRows: before.SealedRows + 6,
      LastSeal: null,
      UnsealedRows: 0,
      UnsealedSince: null,
      Heads: [`DATA_DIR ${after.Seals}`],
      Broken: 0,
      Findings: [],
    },
  );
  assert.equal(after.LastSeal?.Number, after.Seals);
  await seal();
  assert.deepEqual(await verify(ann), after);
});

test('rows after the last seal are counted, not reported as invalid', async () => {
  const { ann } = await sealed();
  const at = app.clock.now.toISOString();
  await ann.folder(ann.libraryId, 'New');
  const { UnsealedRows, UnsealedSince, Broken } = await verify(ann);
  assert.deepEqual([UnsealedRows, UnsealedSince, Broken], [1, at, 0]);
});

test('any change of a sealed row invalidates exactly its seal', async () => {
  const tampering = [
    "update activity set content_name = 'other.txt' where activity_id = $1",
    "update activity set user_id = 0, visitor_email = 'x@y.test' where activity_id = $1",
    "update activity set occurred_at = occurred_at + interval '1 month' where activity_id = $1",
    "update activity set activity_type = 'DocumentViewed' where activity_id = $1",
    `update activity set details = '{"a": 1}' where activity_id = $1`,
    'update activity set folder_id = folder_id + 1 where activity_id = $1',
    'delete from activity where activity_id = $1',
    `insert into activity (deployment_id, activity_id, occurred_at, activity_type, content_name) overriding system value
     select deployment_id, activity_id, occurred_at + interval '1 year', 'DocumentViewed', 'x' from activity where activity_id = $1`,
  ];
  for (const statement of tampering) {
    const { ann } = await sealed();
    const { Seals } = await verify(ann);
    const [row] = await app.sql<{ id: number }[]>`
      select min(activity_id) as id from activity where deployment_id = ${ann.deploymentId} and content_name = 'b1.txt'`;
    await app.sql.unsafe(statement, [row?.id ?? 0]);
    const { Broken, Findings } = await verify(ann);
    assert.deepEqual([Broken, Findings.map(({ SealNumber }) => SealNumber)], [1, [Seals - 1]], statement);
    const [finding] = Findings;
    assert.ok(finding !== undefined && finding.AfterId < (row?.id ?? 0) && finding.ThroughId >= (row?.id ?? 0));
  }
});

test('a changed, missing or forged seal is reported', async () => {
  const { ann } = await sealed();
  const { Seals } = await verify(ann);
  const otherKey = { ...app.deps, secretKey: Buffer.alloc(43, 'x') };
  // And the head that is kept in DATA_DIR.
  assert.equal((await verifyActivity(otherKey, ann.deploymentId, { signal })).Broken, Seals + 1);
  const where = app.sql`deployment_id = ${ann.deploymentId} and seal_number = ${Seals - 1}`;
  await app.sql`update activity_seals set sealed_at = sealed_at - interval '1 day' where ${where}`;
  assert.deepEqual(
    (await verify(ann)).Findings.map(({ SealNumber }) => SealNumber),
    [Seals - 1],
  );
  await app.sql`delete from activity_seals where ${where}`;
  const [finding] = (await verify(ann)).Findings;
  assert.deepEqual([finding?.SealNumber, finding?.Problem], [Seals, `Seals ${Seals - 1} to ${Seals - 1} are missing.`]);
});

test('a noted seal reveals changes that database, DATA_DIR and secret key together can hide', async () => {
  const { ann } = await sealed();
  const { LastSeal } = await verify(ann);
  assert.ok(LastSeal !== null);
  await ann.folder(ann.libraryId, 'Later');
  await seal();
  assert.equal((await verify(ann, LastSeal)).Broken, 0);
  // The end is cut off, with its rows.
  const end = app.sql`deployment_id = ${ann.deploymentId} and seal_number >= ${LastSeal.Number}`;
  await app.sql`delete from activity_seals where ${end}`;
  await rm(join(app.dataDir, 'audit-heads', String(ann.deploymentId)), { recursive: true });
  await app.sql`delete from audit_head_places where deployment_id = ${ann.deploymentId}`;
  assert.deepEqual(
    (await verify(ann, LastSeal)).Findings.map(({ Problem }) => Problem).at(-1),
    'The noted seal does not exist: the end of the chain was truncated.',
  );
  // And made anew, over other rows.
  await app.sql`update activity set content_name = 'x' where deployment_id = ${ann.deploymentId} and content_name = 'b2.txt'`;
  await seal();
  assert.equal((await verify(ann)).Broken, 0);
  assert.deepEqual(
    (await verify(ann, LastSeal)).Findings.map(({ SealNumber }) => SealNumber),
    [LastSeal.Number],
  );
});

test('a row committed after later ones is waited for and sealed before them', async () => {
  const { ann } = await app.world();
  await seal();
  const { SealedRows } = await verify(ann);
  const release = Promise.withResolvers<void>();
  const written = Promise.withResolvers<void>();
  const slow = app.sql.begin(async (tx) => {
    await tx`
      insert into activity (deployment_id, occurred_at, activity_type, content_name)
      values (${ann.deploymentId}, ${app.clock.now}, 'SettingChanged', 'slow')`;
    written.resolve();
    await release.promise;
  });
  await written.promise;
  await ann.folder(ann.libraryId, 'Fast');
  const sealing = seal();
  const looks = app.sql`select from pg_sleep(0.5)`;
  await looks;
  assert.equal((await verify(ann)).UnsealedRows, 1);
  release.resolve();
  await slow;
  await sealing;
  const after = await verify(ann);
  assert.deepEqual([after.SealedRows, after.UnsealedRows, after.Broken], [SealedRows + 2, 0, 0]);
});

test('concurrent workers create one chain', async () => {
  const { ann } = await app.world();
  for (let n = 0; n < 3; n += 1) await ann.folder(ann.libraryId, `F${n}`);
  await Promise.all([seal(), seal(), seal()]);
  const { SealedRows, UnsealedRows, Broken } = await verify(ann);
  const [row] = await app.sql<{ rows: number }[]>`
    select count(*) as rows from activity where deployment_id = ${ann.deploymentId}`;
  assert.deepEqual([SealedRows, UnsealedRows, Broken], [row?.rows, 0, 0]);
});

test('more rows than fit in one seal are sealed in several', async () => {
  const { ann } = await app.world();
  await seal();
  const before = await verify(ann);
  await app.sql`
    insert into activity (deployment_id, occurred_at, activity_type, content_name)
    select ${ann.deploymentId}, ${app.clock.now}, 'DocumentViewed', n::text from generate_series(1, 25000) n`;
  await seal();
  const after = await verify(ann);
  assert.deepEqual(
    [after.Seals - before.Seals, after.SealedRows - before.SealedRows, after.UnsealedRows, after.Broken],
    [3, 25_000, 0, 0],
  );
});
