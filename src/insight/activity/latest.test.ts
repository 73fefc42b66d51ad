/** The latest activity of a document. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { grant } from '../../../test/factories/permissions.ts';
import { makeTagType, tagDocument } from '../../../test/factories/tags.ts';
import { asPerson } from '../../../test/factories/persons.ts';
import { startApp } from '../../../test/harness.ts';
import { blocksTouched, statementsOf } from '../../../test/statements.ts';
import type { Person } from '../../../test/world.ts';
import { report } from '../reports/reports.fixture.ts';

const app = await startApp({}, { own: 'measures statements, whose cost depends on all rows' });

async function watched() {
  const w = await app.world();
  const documentId = await w.ann.document(await w.ann.folder(w.ann.libraryId, 'F'), 'a.txt');
  return { ...w, documentId, path: `/api/documents/${documentId}/activity` };
}

/** Adds rows to the log without actions behind them. */
async function addMany({ deploymentId, userId }: Person, documentId: number, count: number): Promise<void> {
  await app.sql`
    insert into activity (deployment_id, occurred_at, activity_type, user_id, document_id, content_name)
    select ${deploymentId}, ${app.clock.now}::timestamptz - n % 1000 * interval '1 minute', 'DocumentViewed', ${userId},
      ${documentId}, 'a.txt' from generate_series(1, ${count}) n`;
  await app.sql`analyze activity`;
}

test('the latest activity equals the report, newest first, with codes and the added version', async () => {
  const { ann, documentId, path } = await watched();
  const created = app.clock.now.toISOString();
  app.clock.advance(1000);
  await ann.revise(documentId, 'a.txt', 'second');
  const revised = app.clock.now.toISOString();
  const { status, body } = await ann.api('GET', path);
  assert.equal(status, 200);
  const common = { UserName: ann.email, UserId: ann.userId, ContentName: 'a.txt', Person: asPerson(ann) };
  const ids = body.map(({ ActivityId }: { ActivityId: number }) => ActivityId);
  assert.deepEqual(body, [
    {
      ActivityId: ids[0],
      ActivityDate: revised,
      ...common,
      ActivityType: 'DocumentRevised',
      ActivityItemType: 'Revised Document',
      RevisionNumber: 2,
    },
    {
      ActivityId: ids[1],
      ActivityDate: created,
      ...common,
      ActivityType: 'DocumentCreated',
      ActivityItemType: 'Created Document',
      RevisionNumber: null,
    },
  ]);
  const { rows } = await report(app, ann, `documents/${documentId}/activity-report`);
  const asReported = body.map(
    ({ ActivityId: _i, ActivityType: _t, RevisionNumber: _r, Person: _p, ...row }: Record<string, unknown>) => row,
  );
  assert.deepEqual(asReported.toReversed(), rows);
});

test('a tag may have the name of an activity type', async () => {
  const { ann, documentId, path } = await watched();
  const tagTypeId = await makeTagType(ann, ann.libraryId, 'revisionId');
  await tagDocument(ann, documentId, [[tagTypeId, 'no number']]);
  const { status, body } = await ann.api('GET', path);
  assert.deepEqual([status, body[0].ActivityType, body[0].RevisionNumber], [200, 'DocumentTagged', null]);
});

test('pages list everything once, even many rows of the same time', async () => {
  const { ann, documentId, path } = await watched();
  await addMany(ann, documentId, 2500);
  const all: number[] = [];
  let next: string | undefined = `${path}?top=700`;
  while (next !== undefined) {
    const { body, headers } = await ann.api('GET', next);
    all.push(...body.map(({ ActivityId }: { ActivityId: number }) => ActivityId));
    next = /<https?:\/\/[^/]+([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1];
  }
  assert.deepEqual([all.length, new Set(all).size], [2501, 2501]);
  assert.equal((await ann.api('GET', path)).body.length, 100);
  for (const after of ['x', Buffer.from('["x", 1]').toString('base64url')]) {
    assert.equal((await ann.api('GET', `${path}?after=${after}`)).status, 400, after);
  }
});

test('the latest activity requires access to the report', async () => {
  const { admin, bob, ann, stranger, other, documentId, path } = await watched();
  await grant(app, bob, { documentId }, { allow: ['Read'] });
  const statuses = await Promise.all([ann, bob, admin, stranger, other].map((person) => person.api('GET', path)));
  assert.deepEqual(
    statuses.map(({ status }) => status),
    [200, 200, 200, 403, 404],
  );
  await ann.api('DELETE', `/api/documents/${documentId}`);
  assert.equal((await ann.api('GET', path)).status, 404);
});

test('a page reads a block or two per row even among 100 000 activities', async () => {
  const { ann, documentId, path } = await watched();
  const measure = async (query: string) => {
    const statements = await statementsOf(app, () => ann.api('GET', `${path}?top=20${query}`));
    const list = statements.find(({ text }) => text.includes('from activity a'));
    assert.ok(list !== undefined);
    return blocksTouched(app, list);
  };
  await addMany(ann, documentId, 100_000);
  const first = await measure('');
  const [middle] = await app.sql<{ at: string; id: number }[]>`
    select occurred_at as at, activity_id as id from activity where document_id = ${documentId}
    order by occurred_at, activity_id offset 50000 limit 1`;
  const after = Buffer.from(JSON.stringify([middle?.at, middle?.id])).toString('base64url');
  const inside = await measure(`&after=${after}`);
  assert.ok(first < 50 && inside < 50, `${first} blocks at the beginning, ${inside} in the middle`);
});
