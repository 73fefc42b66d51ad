/** Failed renderings: killed, too many at once, or during shutdown. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Answer } from '../../../test/client.ts';
import { startApp } from '../../../test/harness.ts';
import type { Person } from '../../../test/world.ts';
import { createRenderer } from '../../platform/rendering/renderer.ts';
import { defaultImage } from './default-images.ts';

const HOUR_MS = 3_600_000;
const options = { programFolders: [], hiddenFolders: [] };
/** Every rendering takes too long for it. */
const hasty = createRenderer({ ...options, bounds: { timeMs: 1 } });
const app = await startApp({}, { renderer: hasty });

const upload = async (person: Person, content: string) =>
  person.document(await person.folder(person.libraryId, crypto.randomUUID()), 'a.txt', content);

function thumbnail(person: Person, documentId: number): Promise<Answer> {
  return person.api('GET', `/api/documents/${documentId}/thumbnail`);
}

test('a killed rendering is attempted three times, an hour apart, because the machine may be at fault', async () => {
  const { ann, deploymentId } = await app.world();
  const documentId = await upload(ann, 'text');
  const look = async () => {
    const { status, bytes } = await thumbnail(ann, documentId);
    assert.deepEqual([status, bytes], [200, (await defaultImage('text', 256)).png]);
    const [row] = await app.sql<{ attempts: number; isDue: boolean }[]>`
      select attempts, retry_at is not null as "isDue" from thumbnails where deployment_id = ${deploymentId}`;
    return row;
  };
  assert.deepEqual(await look(), { attempts: 1, isDue: true });
  app.clock.advance(HOUR_MS - 1);
  assert.deepEqual(await look(), { attempts: 1, isDue: true });
  app.clock.advance(1);
  assert.deepEqual(await look(), { attempts: 2, isDue: true });
  app.clock.advance(HOUR_MS);
  assert.deepEqual(await look(), { attempts: 3, isDue: false });
  app.clock.advance(100 * HOUR_MS);
  assert.deepEqual(await look(), { attempts: 3, isDue: false });
});

test('with too many requests at once, some get the default image', async () => {
  const { ann } = await app.world();
  const folderId = await ann.folder(ann.libraryId, 'Many');
  const ids = [];
  for (let at = 0; at < 60; at += 1) ids.push(await ann.document(folderId, `${at}.txt`, `text ${at}`));
  const answers = await Promise.all(ids.map((id) => thumbnail(ann, id)));
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
  const forNow = answers.filter(({ headers }) => headers.get('cache-control') === 'no-store');
  assert.ok(forNow.length > 0 && forNow.length < 60, `${forNow.length}`);
  for (const { headers, bytes } of forNow) {
    assert.equal(headers.get('etag'), null);
    assert.deepEqual(bytes, (await defaultImage('text', 256)).png);
  }
});

test('at shutdown waiting clients get the default image, and the job runs after the next start', async () => {
  const renderer = createRenderer(options);
  const ending = await startApp({}, { renderer });
  const { ann, deploymentId } = await ending.world();
  const documentId = await upload(ann, 'text');
  const waiting = thumbnail(ann, documentId);
  renderer.close();
  const answers = [await waiting, await thumbnail(ann, documentId)];
  for (const { status, headers } of answers)
    assert.deepEqual([status, headers.get('cache-control')], [200, 'no-store']);
  await assert.rejects(ending.runJobs({ withThumbnails: true }), /renders no more/);
  const [left] = await ending.sql`select attempts, last_error as reason from graphile_worker.jobs`;
  assert.deepEqual([left?.['attempts'], /renders no more/.test(left?.['reason'])], [1, true]);
  const rows = await ending.sql`select from thumbnails where deployment_id = ${deploymentId}`;
  assert.equal(rows.length, 0);
});
