/** Costs of the home page that must not grow with the activity of a person or a deployment. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { blocksOf } from '../../../test/blocks.ts';
import { unscopedGrow } from '../../../test/factories/growth.ts';
import { grant } from '../../../test/factories/permissions.ts';
import { unscopedUse } from '../../../test/factories/use.ts';
import { startApp } from '../../../test/harness.ts';
import { statementsOf } from '../../../test/statements.ts';

const app = await startApp({}, { own: 'measures statements, whose cost depends on all rows' });
const w = await app.world();
const growth = await unscopedGrow(app, w, { documents: 12_000, groups: 50, entries: 1000 });
await grant(app, w.ann, { libraryId: growth.libraryId }, { allow: ['Read'] });
await unscopedUse(app, w.ann, w.admin);

test('recent documents cost a few lookups for each entry of the page, and at most those of 200 unreadable ones', async () => {
  const page = await blocksOf(app, w.ann, '/api/users/me/recents?top=8');
  assert.equal(page.answer.body.length, 8);
  assert.ok(page.blocks <= 400, `${page.blocks} blocks`);
  await app.sql`update recent_documents set user_id = ${w.stranger.userId}`;
  const none = await blocksOf(app, w.stranger, '/api/users/me/recents?top=8');
  assert.deepEqual(none.answer.body, []);
  assert.ok(none.blocks <= 6000, `${none.blocks} blocks`);
  await app.sql`update recent_documents set user_id = ${w.ann.userId}`;
});

test('the home page sends a fixed number of statements and reads a bounded number of blocks', async () => {
  const { blocks, answer } = await blocksOf(app, w.ann, '/api/users/me/home');
  const { Recents, NewDocuments } = answer.body;
  assert.deepEqual([Recents.length, NewDocuments.length], [8, 8]);
  assert.ok(blocks <= 12_000, `${blocks} blocks`);
  const statements = await statementsOf(app, () => w.admin.api('GET', '/api/users/me/home'));
  assert.ok(statements.length <= 14, `${statements.length} statements`);
});
