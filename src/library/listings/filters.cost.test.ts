import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addManyDocuments } from '../../../test/factories/bulk.ts';
import { makeLibrary } from '../../../test/factories/libraries.ts';
import { makeTagType } from '../../../test/factories/tags.ts';
import { startApp } from '../../../test/harness.ts';
import { blocksTouched, statementsOf } from '../../../test/statements.ts';

const app = await startApp({}, { own: 'measures statements, whose cost depends on all rows' });

test('a filter or an additional property reads as many blocks beside a large folder as without it', async () => {
  const { admin } = await app.world();
  const libraryId = await makeLibrary(admin);
  const folderId = await admin.folder(libraryId, 'Small');
  const tagTypeId = await makeTagType(admin, libraryId, 'State');
  await addManyDocuments(app, admin, folderId, 500);
  const tagEverything = () => app.sql`
    insert into document_tags (deployment_id, document_id, tag_type_id, value, value_key, tag_epoch)
    select deployment_id, document_id, ${tagTypeId}, 'Draft', 'draft', 0 from documents on conflict do nothing`;
  const queries = [
    'kind=pdf',
    'kind=other',
    `modifiedBy=${admin.userId}`,
    'fromDate=2026-01-01',
    `tagTypeId=${tagTypeId}&tagValue=Draft`,
    'expand=modifiedBy,shared,tags',
  ];
  const measure = async () => {
    await app.sql`analyze documents, revisions, document_tags`;
    const blocks = new Map<string, number>();
    for (const query of queries) {
      const sent = await statementsOf(app, () =>
        admin.api('GET', `/api/folders/${folderId}/documents?top=50&${query}`),
      );
      let sum = 0;
      for (const statement of sent.filter(({ text }) => text.includes('documents d'))) {
        await blocksTouched(app, statement);
        sum += await blocksTouched(app, statement);
      }
      blocks.set(query, sum);
    }
    return blocks;
  };
  await tagEverything();
  const before = await measure();
  await addManyDocuments(app, admin, await admin.folder(libraryId, 'Large'), 20_000);
  await tagEverything();
  const after = await measure();
  // One more level of an index for each lookup of a document.
  for (const [query, few] of before) {
    const many = after.get(query) ?? Infinity;
    assert.ok(many <= few + 1200, `${query}: ${few} blocks, beside the large folder ${many}`);
  }
});
