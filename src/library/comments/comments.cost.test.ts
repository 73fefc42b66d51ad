/** The cost of a page of comments among many: no more than a page. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startApp } from '../../../test/harness.ts';
import { blocksTouched, statementsOf } from '../../../test/statements.ts';
import type { Tx } from '../../platform/db/connection.ts';
import { worldWithDocument } from './comments.fixture.ts';

const app = await startApp({}, { own: 'measures statements, whose cost depends on all rows' });
const { ann, folderId, documentId, path } = await worldWithDocument(app);

/** Of this document and of each of nine others. */
const MANY = 10_000;

const documents = [documentId];
while (documents.length < 10) documents.push(await ann.document(folderId, `${documents.length}.txt`));
// Without the checks of keys, which would take most of the time.
await app.sql.begin(async (tx) => {
  await tx`set local session_replication_role = replica`;
  for (const id of documents) await addMany(tx, id);
});
await app.sql`vacuum analyze comments`;

// Threads of ten comments, of which every second thread is resolved; and at last a thread of a thousand replies.
async function addMany(tx: Tx, id: number): Promise<void> {
  await tx`
    with numbered as materialized (
      select n, nextval(pg_get_serial_sequence('comments', 'comment_id')) as id from generate_series(0, ${MANY - 1}) n
    )
    insert into comments (deployment_id, comment_id, document_id, thread_id, text, author_id, created_at, resolved_at)
    overriding system value
    select ${ann.deploymentId}, id, ${id}, first, 'comment ' || n, ${ann.userId}, ${app.clock.now},
      case when first = id and n % 20 = 0 and n < 9000 then ${app.clock.now}::timestamptz end
    from (select n, id, min(id) over (partition by case when n < 9000 then n / 10 else -1 end) as first from numbered) c`;
}

async function blocksOf(query: string): Promise<{ blocks: number; next: string }> {
  let next = '';
  const statements = await statementsOf(app, async () => {
    const { status, headers, text } = await ann.api('GET', `${path}${query}`);
    assert.equal(status, 200, text);
    next = /[?&](after=[^&>]+)/.exec(headers.get('link') ?? '')?.[1] ?? '';
  });
  const asked = statements.filter(({ text }) => text.includes('from comments'));
  assert.equal(asked.length, 1);
  return { blocks: await blocksTouched(app, asked[0] ?? { text: '', parameters: [] }), next };
}

test('each page of 50 comments reads a bounded number of blocks, first, later, of open threads and of long ones', async () => {
  const [late] = await app.sql<{ id: number }[]>`
    select max(thread_id) as id from comments where document_id = ${documentId}`;
  const inLongThread = Buffer.from(JSON.stringify([late?.id, (late?.id ?? 0) + 500])).toString('base64url');
  for (const filter of ['', 'isResolved=false&', 'isResolved=true&']) {
    const first = await blocksOf(`?${filter}top=50`);
    const second = await blocksOf(`?${filter}top=50&${first.next}`);
    const last = await blocksOf(`?${filter}top=50&after=${inLongThread}`);
    // A page has 50 rows, each with its thread, author and revision.
    for (const { blocks } of [first, second, last]) assert.ok(blocks < 1000, `${filter}: ${blocks} blocks`);
  }
});
