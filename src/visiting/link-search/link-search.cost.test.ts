/** Words of documents outside the folder of a link cost its visitors nothing. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { blocksOf } from '../../../test/blocks.ts';
import { makeLibrary } from '../../../test/factories/libraries.ts';
import { makeShare } from '../../../test/factories/shares.ts';
import { unscopedFillSearch } from '../../../test/factories/searchable.ts';
import { startApp } from '../../../test/harness.ts';
import { addText } from '../../library/search/search.fixture.ts';
import { referenceOfShare } from '../visits/visitor.fixture.ts';

const OUTSIDE = 20_000;

/** Of the few words inside, and of those in all or half of the documents outside. */
const QUERIES = [
  'inside',
  'absent',
  'budget',
  'common',
  'common other',
  '"annual budget"',
  'comm*',
  'item',
  'inside -common',
];

test(`a search through a link costs as much for words of ${OUTSIDE} documents outside as for others`, async () => {
  const app = await startApp({}, { own: 'measures statements, whose cost depends on all rows' });
  const w = await app.world();
  const folderId = await w.admin.folder(await makeLibrary(w.admin), 'Shared');
  for (let n = 0; n < 10; n += 1) await w.admin.document(folderId, `plan ${n}.txt`, `${n}`);
  await addText(app, w.admin, await w.admin.document(folderId, 'one.txt', 'one'), 'inside of this');
  const reference = await referenceOfShare(app, await makeShare(app, w.admin, { folderId }, { allow_download: true }));
  const somebody = { ...w.admin, api: (method: string, path: string) => w.anonymous.api(method, path) };
  const measure = async () => {
    const costs = new Map<string, number>();
    for (const q of QUERIES) {
      const path = `/link/${reference}/folders/${folderId}/search?q=${encodeURIComponent(q)}`;
      const { blocks, answer } = await blocksOf(app, somebody, path);
      assert.deepEqual([answer.status, answer.body.length], [200, /inside/.test(q) ? 1 : 0], q);
      costs.set(q, blocks);
      app.clock.advance(30_000);
    }
    return costs;
  };
  const before = await measure();
  await unscopedFillSearch(app, w, { documents: OUTSIDE, words: 0 });
  const after = await measure();
  const report = [...after].map(([q, blocks]) => `${q}: ${before.get(q)} ${blocks}`).join('\n');
  const absent = after.get('absent') ?? 0;
  for (const [q, blocks] of after) {
    assert.ok(blocks <= absent + 60, report);
    assert.ok(blocks <= (before.get(q) ?? 0) + 120, report);
  }
});
