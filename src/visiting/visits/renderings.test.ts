/** Turns of the renderer that visitors take. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeShare } from '../../../test/factories/shares.ts';
import { startApp } from '../../../test/harness.ts';
import { until } from '../../../test/waiting.ts';
import { hit } from '../../platform/limits/throttle.ts';
import { whenReady } from '../../library/renditions/ready.fixture.ts';
import { referenceOfShare, visitor } from './visitor.fixture.ts';

const app = await startApp();

/** Holds all turns until `end`. */
function holdTurns() {
  const { promise, resolve: end } = Promise.withResolvers<void>();
  const held = [1, 2].map(() => app.deps.renderer.inTurn(() => promise));
  return { end, ended: Promise.all(held) };
}

test('visitors of a link who request many pages with a watermark get 202, and others have a turn', async () => {
  const { ann } = await app.world();
  const documentId = await ann.document(await ann.folder(ann.libraryId, 'F'), 'a.txt', 'text');
  const image = `/documents/${documentId}/pages/1/image`;
  assert.equal((await whenReady(() => ann.api('GET', `/api${image}`))).status, 200);
  const shareId = await makeShare(app, ann, { documentId }, { watermark: true });
  const reference = await referenceOfShare(app, shareId);
  const turns = holdTurns();
  const answered: number[] = [];
  const requests = Array.from({ length: 40 }, async () => {
    const { status } = await visitor(app, reference).ask('GET', image);
    answered.push(status);
    return status;
  });
  // Those that wait are not answered.
  await until(async () => answered.length >= 8);
  assert.ok(answered.every((status) => status === 202));
  // A picture that nobody has requested yet.
  const other = ann.api('GET', `/api${image}?width=320`);
  const isRefused = await Promise.race([other.then(() => true), new Promise((resolve) => setTimeout(resolve, 300))]);
  assert.ok(isRefused !== true, 'The request of a user waits for its turn.');
  await until(async () => answered.length >= 32);
  turns.end();
  await other;
  const statuses = await Promise.all([...requests, turns.ended]);
  assert.equal(statuses.filter((status) => status === 200).length, 8);
});

test('visitors of a link who have caused 2 000 renderings within an hour get 202 for new ones, and users get them', async () => {
  const { ann } = await app.world();
  const documentId = await ann.document(await ann.folder(ann.libraryId, 'F'), 'a.txt', 'text');
  const image = `/documents/${documentId}/pages/1/image`;
  assert.equal((await whenReady(() => ann.api('GET', `/api${image}`))).status, 200);
  const shareId = await makeShare(app, ann, { documentId }, {});
  const somebody = visitor(app, await referenceOfShare(app, shareId));
  const throttle = { scope: 'link-renderings', subject: String(shareId), windowMs: 3_600_000 };
  await hit(app.sql, throttle, app.clock.now, 2000);
  const { status, headers } = await somebody.ask('GET', `${image}?width=320`);
  assert.deepEqual([status, headers.get('retry-after')], [202, '1']);
  assert.equal((await somebody.ask('GET', image)).status, 200, 'a page that is stored');
  assert.equal((await whenReady(() => ann.api('GET', `/api${image}?width=1200`))).status, 200);
  app.clock.advance(3_600_000);
  assert.equal((await whenReady(() => somebody.ask('GET', `${image}?width=320`))).status, 200);
});
