/** Only one process renders a thumbnail at a time. Other processes are other pools of connections with a renderer each. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import sharp from 'sharp';
import { startApp } from '../../../test/harness.ts';
import { statementsOf } from '../../../test/statements.ts';
import { until } from '../../../test/waiting.ts';
import type { Person } from '../../../test/world.ts';
import { connect } from '../../platform/db/connection.ts';
import { type Renderer, createRenderer } from '../../platform/rendering/renderer.ts';
import type { RenditionId } from '../renditions/renditions.queries.ts';
import { obtainRendition } from '../renditions/renditions.steps.ts';
import { thumbnailOf } from './thumbnail-id.ts';

const WAIT_MS = 60_000;
const PNG = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#f00' } })
  .png()
  .toBuffer();

/** A renderer that can be stopped in the middle. `refused`: turns that found the thumbnail claimed. */
function pausable() {
  const real = createRenderer({ programFolders: [], hiddenFolders: [] });
  const seen = { started: 0, refused: 0 };
  let gate: Promise<void> = Promise.resolve();
  const renderer: Renderer = {
    ...real,
    async inTurn(work) {
      const outcome = await real.inTurn((render) =>
        work(async (request) => {
          // Jobs also read the text of contents.
          if (request.form?.type === 'text') return render(request);
          seen.started += 1;
          await gate;
          return render(request);
        }),
      );
      if (outcome === 'claimed') seen.refused += 1;
      return outcome;
    },
  };
  const pause = () => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    gate = promise;
    return { open: resolve, fail: reject };
  };
  return { renderer, seen, pause };
}

const here = pausable();
const app = await startApp({}, { renderer: here.renderer });
const there = pausable();
const otherSql = connect(app.databaseUrl, 2);
const others = { ...app.deps, sql: otherSql, renderer: there.renderer };
after(async () => {
  there.renderer.close();
  await otherSql.end();
});

/** A new image, whose thumbnail nobody has requested. */
async function upload(person: Person, name = 'a.png'): Promise<{ documentId: number; id: RenditionId }> {
  const folderId = await person.folder(person.libraryId, randomUUID());
  const documentId = await person.document(folderId, name, Buffer.concat([PNG, Buffer.from(randomUUID())]));
  const [row] = await app.sql<{ blobId: number }[]>`
    select blob_id as "blobId" from documents where document_id = ${documentId}`;
  const { deploymentId } = person;
  const id = thumbnailOf({ deploymentId, blobId: row?.blobId ?? 0, kind: 'image', size: 256, isAnnotated: false });
  return { documentId, id };
}

const thumbnail = (person: Person, documentId: number) => person.api('GET', `/api/documents/${documentId}/thumbnail`);
const claims = ({ blobId }: RenditionId) =>
  app.sql<{ expiresAt: string }[]>`select expires_at as "expiresAt" from thumbnail_claims where blob_id = ${blobId}`;

function reset(): void {
  for (const { seen } of [here, there]) Object.assign(seen, { started: 0, refused: 0 });
}

test('a request waits for the rendering of another process and sends its image', async () => {
  reset();
  const { ann } = await app.world();
  const { documentId, id } = await upload(ann);
  const paused = there.pause();
  const obtained = obtainRendition(others, id, WAIT_MS);
  await until(async () => there.seen.started === 1);
  const answer = thumbnail(ann, documentId);
  await until(async () => here.seen.refused === 1);
  paused.open();
  const { status, headers } = await answer;
  const stored = await obtained;
  assert.ok(stored !== null && stored !== 'later' && stored.storageKey !== null);
  assert.deepEqual([status, headers.get('etag')], [200, `"${stored.hash}"`]);
  assert.deepEqual([here.seen, there.seen.started], [{ started: 0, refused: 1 }, 1]);
  assert.equal((await claims(id)).length, 0);
});

test('while a request renders a thumbnail, its job is postponed, and later it has nothing to do', async () => {
  reset();
  const { ann } = await app.world();
  await app.runJobs({ withThumbnails: true });
  const { documentId, id } = await upload(ann);
  const paused = here.pause();
  const answer = thumbnail(ann, documentId);
  await until(async () => here.seen.started === 1);
  const start = app.clock.now;
  app.clock.now = new Date();
  await app.runJobs({ withThumbnails: true });
  const jobs = () =>
    app.sql`select attempts, run_at > now() as "isLater" from graphile_worker.jobs where task_identifier = 'thumbnail'`;
  assert.deepEqual([...(await jobs())], [{ attempts: 0, isLater: true }]);
  paused.open();
  assert.notEqual((await answer).headers.get('etag'), null);
  await app.sql`update graphile_worker._private_jobs set run_at = now()`;
  await app.runJobs({ withThumbnails: true });
  app.clock.now = start;
  assert.deepEqual([[...(await jobs())], here.seen.started, (await claims(id)).length], [[], 1, 0]);
});

test('if a process exits while it renders a thumbnail, another one renders it', async () => {
  reset();
  const { ann } = await app.world();
  const { documentId, id } = await upload(ann);
  await app.sql`
    insert into thumbnail_claims (deployment_id, blob_id, kind, size, is_annotated, holder, expires_at)
    values (${id.deploymentId}, ${id.blobId}, ${id.kind}, ${id.size}, false, gen_random_uuid(), 'infinity')`;
  const answer = thumbnail(ann, documentId);
  await until(async () => here.seen.refused === 1);
  assert.equal(here.seen.started, 0);
  await app.sql`update thumbnail_claims set expires_at = now() where blob_id = ${id.blobId}`;
  assert.notEqual((await answer).headers.get('etag'), null);
  assert.deepEqual([here.seen.started, (await claims(id)).length], [1, 0]);
});

test('if a rendering fails without an outcome, a process that waits for it renders the thumbnail', async () => {
  reset();
  const { ann } = await app.world();
  const { documentId, id } = await upload(ann);
  const paused = there.pause();
  const obtained = obtainRendition(others, id, WAIT_MS);
  const failed = assert.rejects(obtained, /no folder/);
  await until(async () => there.seen.started === 1);
  const answer = thumbnail(ann, documentId);
  await until(async () => here.seen.refused === 1);
  paused.fail(new Error('no folder'));
  await failed;
  assert.notEqual((await answer).headers.get('etag'), null);
  assert.deepEqual([here.seen.started, (await claims(id)).length], [1, 0]);
});

test('a claim is renewed while its thumbnail is rendered', async () => {
  reset();
  const { ann } = await app.world();
  const { documentId, id } = await upload(ann);
  const paused = here.pause();
  const answer = thumbnail(ann, documentId);
  await until(async () => here.seen.started === 1);
  const [claimed] = await claims(id);
  await until(async () => (await claims(id))[0]?.expiresAt !== claimed?.expiresAt);
  paused.open();
  assert.notEqual((await answer).headers.get('etag'), null);
  assert.equal((await claims(id)).length, 0);
});

test('at shutdown a request that waits for another process gets the default image', async () => {
  reset();
  const { ann } = await app.world();
  const { id } = await upload(ann);
  const closing = pausable();
  const paused = there.pause();
  const obtained = obtainRendition(others, id, WAIT_MS);
  await until(async () => there.seen.started === 1);
  const waiting = obtainRendition({ ...app.deps, renderer: closing.renderer }, id, WAIT_MS);
  await until(async () => closing.seen.refused === 1);
  closing.renderer.close();
  assert.equal(await waiting, 'later');
  paused.open();
  assert.notEqual(await obtained, 'later');
});

test('only a request for an office document lets a worker, whose LibreOffice waits, begin with it', async () => {
  const { ann } = await app.world();
  for (const name of ['a.docx', 'a.png']) {
    const { documentId } = await upload(ann, name);
    const statements = await statementsOf(app, () => thumbnail(ann, documentId));
    const onClaims = statements.flatMap(
      ({ text }) => /^\s*(select|insert)[^;]* thumbnail_claims/.exec(text)?.[1] ?? [],
    );
    assert.deepEqual(onClaims.at(-1), 'insert', name);
    assert.equal(onClaims.includes('select'), name === 'a.docx', name);
  }
});
