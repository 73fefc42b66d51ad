/** Search inside a folder link: what visitors find, and what never has an effect (docs/api/links.md#search). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeLibrary } from '../../../test/factories/libraries.ts';
import { grant } from '../../../test/factories/permissions.ts';
import { makeShare } from '../../../test/factories/shares.ts';
import { makeTagType, tagDocument } from '../../../test/factories/tags.ts';
import { startApp } from '../../../test/harness.ts';
import { addText } from '../../library/search/search.fixture.ts';
import { type Visitor, referenceOfShare, visitor } from '../visits/visitor.fixture.ts';

const app = await startApp();
const w = await app.world();
const { admin, ann, bob } = w;
const libraryId = await makeLibrary(admin);
await grant(app, ann, { libraryId }, { allow: ['Read', 'Write', 'Delete', 'Grant'] });
const outside = await ann.folder(libraryId, 'Outside');
const shared = await below(outside, 'Elmwood');
const drawings = await below(shared, 'Drawings');
const attic = await below(drawings, 'Attic');
const denied = await below(shared, 'Denied');
const trashed = await below(shared, 'Trashed');
const phase = await makeTagType(ann, libraryId, 'Phase');

const plan = await ann.document(shared, 'plan.txt', 'a');
const lease = await ann.document(drawings, 'lease.pdf', 'b');
const roof = await ann.document(attic, 'roof lease.txt', 'c');
await addText(app, ann, plan, 'The common garden. Landmark agreement of the tenants.');
await addText(app, ann, lease, ['First page.', 'Second page: a common lease agreement <b>here</b>.']);
await addText(app, ann, roof, 'Common roof, draft.');
await tagDocument(ann, plan, [[phase, 'Confidential']]);
const hidden = {
  beside: await ann.document(outside, 'onlybeside.txt', 'd'),
  inTrash: await ann.document(trashed, 'onlytrash.txt', 'e'),
  denied: await ann.document(denied, 'onlydenied.txt', 'f'),
  elsewhere: await ann.document(await ann.folder(ann.libraryId, 'Own'), 'onlyown.txt', 'g'),
};
for (const [word, documentId] of Object.entries(hidden)) await addText(app, ann, documentId, `common word${word}`);
await grant(app, ann, { folderId: denied }, { deny: ['Read'] });
await ann.api('DELETE', `/api/folders/${trashed}`);

async function below(folderId: number, FolderPath: string): Promise<number> {
  return (await ann.api('POST', `/api/folders/${folderId}/folders`, { FolderPath })).body.FolderId;
}

async function link(more: Parameters<typeof makeShare>[3] = {}, folderId = shared, creator = ann): Promise<Visitor> {
  return visitor(app, await referenceOfShare(app, await makeShare(app, creator, { folderId }, more)));
}
const full = await link({ allow_download: true });
const viewing = await link();
const limited = await link({ allow_download: true, max_downloads: '5' });

function search(somebody: Visitor, q: string, more = '', folderId = shared) {
  // Within the limit of a minute.
  app.clock.advance(1000);
  return somebody.ask('GET', `/folders/${folderId}/search?q=${encodeURIComponent(q)}${more}`);
}

async function namesOf(somebody: Visitor, q: string, folderId = shared): Promise<string[]> {
  const { status, body, headers, text } = await search(somebody, q, '', folderId);
  assert.equal(status, 200, text);
  assert.equal(headers.get('x-total-count'), String(body.length), q);
  return body.map(({ ItemName }: { ItemName: string }) => ItemName).sort();
}

const FOUND: [string, string[]][] = [
  ['common', ['lease.pdf', 'plan.txt', 'roof lease.txt']],
  ['lease', ['lease.pdf', 'roof lease.txt']],
  ['"lease agreement"', ['lease.pdf']],
  ['"agreement lease"', []],
  ['common -draft', ['lease.pdf', 'plan.txt']],
  ['common -"lease agreement"', ['plan.txt', 'roof lease.txt']],
  ['garden OR draft', ['plan.txt', 'roof lease.txt']],
  ['land*', ['plan.txt']],
  ['landm*', ['plan.txt']],
  ['plan garden', ['plan.txt']],
  ['common type:pdf', ['lease.pdf']],
  ['type:pdf', ['lease.pdf']],
  ['drawings', ['Drawings']],
  ['attic type:folder', ['Attic']],
  ['common in:Drawings', ['lease.pdf', 'roof lease.txt']],
  ['common in:Elmwood/Drawings', ['lease.pdf', 'roof lease.txt']],
  ['common in:Drawings/Attic', ['roof lease.txt']],
  ['common modified:>=2026-01-01', ['lease.pdf', 'plan.txt', 'roof lease.txt']],
  ['common before:2026-01-01', []],
  // Names of places and people outside, tags and stars: as if they did not exist.
  ['common in:Outside', []],
  ['common in:Outside/Elmwood', []],
  ['common in:Denied', []],
  ['common in:Trashed', []],
  ['confidential', []],
  ['common confidential', []],
  ['garden confid*', []],
  ['common -confidential', ['lease.pdf', 'plan.txt', 'roof lease.txt']],
  ['common OR confidential', ['lease.pdf', 'plan.txt', 'roof lease.txt']],
  ['"landmark agreement" confidential', []],
  ['common tag:Phase', []],
  ['common owner:me', []],
  ['common is:starred', []],
  ['elmwood', []],
  ['outside', []],
];

test('visitors find names and texts in the folder of the link and below, by the language of queries', async () => {
  for (const [q, expected] of FOUND) assert.deepEqual(await namesOf(full, q), expected.toSorted(), q);
  assert.deepEqual(await namesOf(full, 'common', drawings), ['lease.pdf', 'roof lease.txt']);
});

test('a match has its path in the link, its page and the text around the words', async () => {
  const { body } = await search(full, '"lease agreement"');
  assert.deepEqual(body, [
    {
      ItemType: 'Document',
      ItemName: 'lease.pdf',
      Path: [
        { FolderId: shared, FolderName: 'Elmwood' },
        { FolderId: drawings, FolderName: 'Drawings' },
      ],
      Document: (await full.ask('GET', `/documents/${lease}`)).body,
      FolderId: null,
      Snippet: [
        {
          Text: 'Second page: a common lease agreement <b>here</b',
          Marks: [
            [22, 27],
            [28, 37],
          ],
        },
      ],
      Page: 2,
      MatchedIn: 'Text',
    },
  ]);
  const folder = (await search(full, 'attic')).body[0];
  assert.deepEqual([folder.FolderId, folder.Document, folder.MatchedIn], [attic, null, 'Name']);
  assert.deepEqual(
    folder.Path.map(({ FolderId }: { FolderId: number }) => FolderId),
    [shared, drawings],
  );
});

test('pages of results follow each other without gaps', async () => {
  const first = await search(full, 'common', '&top=2');
  const next = new URL(/<([^>]+)>/.exec(first.headers.get('link') ?? '')?.[1] ?? '');
  const second = await full.open(next.pathname + next.search);
  const names = [...first.body, ...second.body].map(({ ItemName }: { ItemName: string }) => ItemName);
  assert.deepEqual(names.sort(), ['lease.pdf', 'plan.txt', 'roof lease.txt']);
  assert.equal((await search(full, 'common', '&after=abc')).status, 400);
  assert.equal((await search(full, 'common', '&top=1000')).status, 200);
});

test('a link without downloads, or with a limit of them, searches names alone', async () => {
  for (const somebody of [viewing, limited]) {
    for (const [q, expected] of [
      ['lease', ['lease.pdf', 'roof lease.txt']],
      ['roof lease', ['roof lease.txt']],
      ['"roof lease"', ['roof lease.txt']],
      ['lea*', ['lease.pdf', 'roof lease.txt']],
      ['lease -roof', ['lease.pdf']],
      ['lease -draft', ['lease.pdf', 'roof lease.txt']],
      ['lease OR plan', ['lease.pdf', 'plan.txt', 'roof lease.txt']],
      ['lease type:pdf', ['lease.pdf']],
      ['drawings', ['Drawings']],
      ['common', []],
      ['"lease agreement"', []],
      ['agreem*', []],
      ['plan garden', []],
      ['plan OR common', ['plan.txt']],
      ['plan confidential', []],
    ] satisfies [string, string[]][]) {
      assert.deepEqual(await namesOf(somebody, q), expected.toSorted(), q);
    }
    const { body, text } = await search(somebody, 'lease');
    for (const item of body) assert.deepEqual([item.Snippet, item.Page, item.MatchedIn], [[], null, 'Name']);
    assert.doesNotMatch(text, /agreement|common|draft|tenants/i);
  }
});

test('of two documents with the words in their names, the text of neither affects the order of a view-only link', async () => {
  const before = (await search(viewing, 'lease')).body.map(({ ItemName }: { ItemName: string }) => ItemName);
  await addText(app, ann, roof, 'Common roof, draft. lease lease lease lease lease');
  assert.deepEqual(
    (await search(viewing, 'lease')).body.map(({ ItemName }: { ItemName: string }) => ItemName),
    before,
  );
});

test('words of documents outside give the answer of words that do not exist', async () => {
  for (const somebody of [full, viewing, limited]) {
    for (const word of [...Object.keys(hidden).map((name) => `word${name}`), 'onlybeside', 'onlytrash', 'onlydenied']) {
      for (const q of [word, `${word.slice(0, 6)}*`, `"common ${word}"`, `${word} type:txt`]) {
        const real = await search(somebody, q);
        const none = await search(somebody, q.replace(word.slice(0, 6), 'zzzzzz'));
        assert.deepEqual([real.status, real.text], [200, none.text], q);
        for (const header of ['x-total-count', 'x-search-incomplete', 'link'])
          assert.equal(real.headers.get(header), none.headers.get(header), q);
      }
    }
  }
});

test('the rights of the creator and the content of the folder are those of this moment', async () => {
  const moved = await ann.document(shared, 'moved.txt', 'h');
  await addText(app, ann, moved, 'wandering');
  assert.deepEqual(await namesOf(full, 'wandering'), ['moved.txt']);
  await ann.api('PATCH', `/api/documents/${moved}`, { FolderId: outside });
  assert.deepEqual(await namesOf(full, 'wandering'), []);
  await app.runJobs();
  assert.deepEqual(await namesOf(full, 'wandering'), []);
  await ann.api('PATCH', `/api/documents/${moved}`, { FolderId: attic });
  await app.runJobs();
  assert.deepEqual(await namesOf(full, 'wandering'), ['moved.txt']);
  await grant(app, ann, { documentId: moved }, { deny: ['Read'] });
  assert.deepEqual(await namesOf(full, 'wandering'), []);
});

test('visitors who cannot see the documents of the folder are refused', async () => {
  const cases: [Visitor, number, number][] = [
    [await link({ allow_view: false, allow_upload: true }), shared, 403],
    [await link({ revoked_at: app.clock.now }), shared, 410],
    [await link({ expires_at: app.clock.now }), shared, 410],
    [await link({ status: 'Pending' }), shared, 409],
    [await link({ password_hash: 'x' }), shared, 401],
    [await link({ access_code_required: true }), shared, 401],
    [await link({}, shared, bob), shared, 404],
    [visitor(app, await referenceOfShare(app, await makeShare(app, ann, { documentId: plan }))), shared, 404],
    [visitor(app, 'nonsense'), shared, 404],
    [full, outside, 404],
    [full, denied, 404],
    [full, trashed, 404],
  ];
  for (const [at, [somebody, folderId, status]] of cases.entries()) {
    const answer = await search(somebody, 'common', '', folderId);
    assert.equal(answer.status, status, String(at));
    assert.doesNotMatch(answer.text, /lease|plan\.txt|garden/);
  }
});

test('a query that cannot be read is 400', async () => {
  for (const q of ['', ' ', '…', 'ab*', 'a OR', 'modified:soon', '-in:x', 'x'.repeat(513)]) {
    assert.equal((await search(full, q)).status, 400, q);
  }
  assert.equal((await full.ask('GET', `/folders/${shared}/search`)).status, 400);
});

test('searches are neither activities nor openings or downloads', async () => {
  const count = async () => {
    const [row] = await app.sql<{ activities: number; opened: number }[]>`
      select (select count(*) from activity where deployment_id = ${ann.deploymentId}) as activities,
        (select count(*) from shares where deployment_id = ${ann.deploymentId} and last_opened_at is not null) as opened`;
    return row;
  };
  const before = await count();
  await search(full, 'common');
  assert.deepEqual(await count(), before);
});
