/** Filters by name and by domains, which find few links without looking at all of them, and many too. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addRecipient, makeShare } from '../../../test/factories/shares.ts';
import { startApp } from '../../../test/harness.ts';
import { blocksTouched, statementsOf } from '../../../test/statements.ts';

const app = await startApp({}, { own: 'measures statements, whose cost depends on all rows' });
const LIST = '/api/admin/shares';

test('names are found anywhere, also in the trash, and domains in any order', async () => {
  const w = await app.world();
  const { ann, admin, deploymentId } = w;
  const folderId = await ann.folder(ann.libraryId, 'Plans');
  const documentId = await ann.document(folderId, 'a.txt');
  const sent: Record<string, number> = {};
  for (const domain of ['b.test', 'a.test', 'z.test', 'sub.b.test', 'b.test-er.example', 'münchen.test']) {
    sent[domain] = await makeShare(app, ann, { folderId });
    await addRecipient(app, { deploymentId, shareId: sent[domain] }, `somebody@${domain}`);
  }
  const foreign = await makeShare(app, w.other, { folderId: await w.other.folder(w.other.libraryId, 'Plans') });
  await addRecipient(app, { ...w.other, shareId: foreign }, 'somebody@c.test');
  const ofTrash = await makeShare(app, ann, { documentId });
  assert.equal((await ann.api('DELETE', `/api/documents/${documentId}`)).status, 204);
  const offers = await makeShare(app, admin, { folderId: await admin.folder(admin.libraryId, 'Offers') });
  const all = Object.keys(sent);
  const except = (...inside: string[]) =>
    all.flatMap((domain) => (inside.includes(domain) ? [] : (sent[domain] ?? []))).toReversed();
  const cases: [string, number[]][] = [
    [`?outside=${all.join()}`, []],
    [`?outside=${all.toReversed().join()},${all.join()}`, []],
    ['?outside=z.test,b.test,a.test', except('z.test', 'b.test', 'a.test')],
    ['?outside=sub.b.test,a.test,m%C3%BCnchen.test,z.test', except('sub.b.test', 'a.test', 'münchen.test', 'z.test')],
    ['?outside=aa.test', except()],
    ['?outside=z.test,b.test&name=lan', except('z.test', 'b.test')],
    ['?outside=z.test,b.test&name=offers', []],
    ['?name=a.txt', [ofTrash]],
    ['?name=txt', [ofTrash]],
    ['?name=ffer', [offers]],
    ['?name=ff', [offers]],
    ['?name=nothing', []],
  ];
  for (const [query, ids] of cases) {
    const { body } = await admin.api('GET', LIST + query);
    assert.deepEqual(
      body.map(({ ShareId }: { ShareId: number }) => ShareId),
      ids,
      query,
    );
    assert.deepEqual((await admin.api('GET', `${LIST}/count${query}`)).body, { Count: ids.length }, query);
  }
});

test('filters among 20 000 links find every match and read few blocks for none', async () => {
  const { ann, admin } = await app.world();
  const folderId = await ann.folder(ann.libraryId, 'Plans');
  await app.sql`
    with made as (
      insert into shares (deployment_id, folder_id, reference_salt, reference_hash, allow_view, allow_download, created_by,
        created_at)
      select ${ann.deploymentId}, ${folderId}, '', uuid_send(gen_random_uuid()), true, true, ${ann.userId}, ${app.clock.now}
      from generate_series(1, 20000) n returning share_id
    )
    insert into share_recipients (deployment_id, share_id, email, key_salt, key_hash)
    select ${ann.deploymentId}, share_id, 'x@recipients.test', '', uuid_send(gen_random_uuid()) from made`;
  await app.sql`analyze shares, share_recipients`;
  const count = async (query: string) => (await admin.api('GET', `${LIST}/count?${query}`)).body.Count;
  for (const query of ['outside=elsewhere.test', 'name=plans', 'name=pl']) assert.equal(await count(query), 20_000);
  for (const query of ['outside=elsewhere.test', 'name=plans']) {
    assert.equal((await admin.api('GET', `${LIST}?top=60&${query}`)).body.length, 60);
  }
  for (const query of ['outside=recipients.test', 'name=nothing']) {
    const statements = await statementsOf(app, async () => assert.equal(await count(query), 0));
    let blocks = 0;
    for (const statement of statements.filter(({ text }) => /share|name_key/.test(text))) {
      blocks += await blocksTouched(app, statement);
    }
    assert.ok(blocks < 100, `${blocks} blocks for ${query}`);
  }
});
