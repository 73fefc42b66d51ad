/** Every part of the query language, and the same filters as parameters (docs/api/search.md#query-language). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { makeTagType, tagDocument } from '../../../test/factories/tags.ts';
import { grant } from '../../../test/factories/permissions.ts';
import { startApp } from '../../../test/harness.ts';
import { addText, namesOf } from '../search/search.fixture.ts';

const app = await startApp();
const w = await app.world();
const { ann, bob } = w;
const projects = await ann.folder(ann.libraryId, 'Projects');
const elmwood = (await ann.api('POST', `/api/folders/${projects}/folders`, { FolderPath: 'Elm wood' })).body.FolderId;
const other = await ann.folder(ann.libraryId, 'Archive');
const phase = await makeTagType(ann, ann.libraryId, 'Phase');
const cost = await makeTagType(ann, ann.libraryId, 'Cost', { DataType: 'Numeric' });
const ratio = await makeTagType(ann, ann.libraryId, 'Ratio a:b');
const due = await makeTagType(ann, ann.libraryId, 'Due', { DataType: 'Date' });
await grant(app, bob, { folderId: projects }, { allow: ['Read', 'Write'] });

const lease = await ann.document(elmwood, 'lease.pdf', 'a');
const rent = await ann.document(projects, 'rent.docx', 'b');
await bob.document(projects, 'photo.jpg', 'c');
await tagDocument(ann, lease, [
  [phase, 'Concept'],
  [due, '12312026'],
]);
await tagDocument(ann, rent, [
  [cost, '1200'],
  [ratio, '1=2'],
]);
await ann.api('PUT', `/api/users/me/starred/documents/${rent}`);
await addText(app, ann, lease, 'The lease agreement for the tower. An agreement of quiet enjoyment.', 'english');
await addText(app, ann, rent, 'Rent and draft agreement about the lease, 東京都の計画.');
app.clock.advance(40 * 24 * 3_600_000);
const late = await ann.document(other, 'late lease.txt', 'd');
await addText(app, ann, late, 'Größe der Häuser und Résumé', 'german');

const ALL = ['late lease.txt', 'lease.pdf', 'rent.docx'];

const CASES: [string, string[]][] = [
  ['lease', ALL],
  ['LEASE agreement', ['lease.pdf', 'rent.docx']],
  ['"lease agreement"', ['lease.pdf']],
  ['"agreement lease"', []],
  ['agreement -"lease agreement"', ['rent.docx']],
  ['lease -draft', ['late lease.txt', 'lease.pdf']],
  ['tower OR draft', ['lease.pdf', 'rent.docx']],
  ['agreement tower OR draft', ['lease.pdf', 'rent.docx']],
  ['agreements', ['lease.pdf']],
  ['agr*', ['lease.pdf', 'rent.docx']],
  ['agree*', ['lease.pdf', 'rent.docx']],
  ['enjoy*', ['lease.pdf']],
  ['the tower', ['lease.pdf']],
  ['resume', ['late lease.txt']],
  ['Haus', ['late lease.txt']],
  ['grosse', ['late lease.txt']],
  ['große', ['late lease.txt']],
  ['東京', ['rent.docx']],
  ['京都の', ['rent.docx']],
  ['計', ['rent.docx']],
  ['京計', []],
  ['ease type:pdf', []],
  ['lease type:pdf', ['lease.pdf']],
  ['lease type:.PDF', ['lease.pdf']],
  ['lease type:pdf type:document', ALL],
  ['lease -type:pdf', ['late lease.txt', 'rent.docx']],
  ['type:image', ['photo.jpg']],
  ['type:images', ['photo.jpg']],
  ['type:other', []],
  ['type:folder projects', ['Projects']],
  ['lease in:"Projects/Elm wood"', ['lease.pdf']],
  ['lease in:projects', ['lease.pdf', 'rent.docx']],
  ['lease in:"My Library/Projects"', ['lease.pdf', 'rent.docx']],
  ['lease in:"Projects/Archive"', []],
  ['in:Archive', ['late lease.txt']],
  [`owner:${bob.email}`, ['photo.jpg']],
  ['owner:bob', ['photo.jpg']],
  ['lease owner:me', ALL],
  ['lease -owner:me', []],
  ['owner:nobody', []],
  ['lease modified:>2026-04-01', ['late lease.txt']],
  ['lease modified:2026-03-02', ['lease.pdf', 'rent.docx']],
  ['lease before:2026-03-02', []],
  ['tag:Phase=concept', ['lease.pdf']],
  ['tag:phase', ['lease.pdf']],
  ['tag:Due=2026-12-31', ['lease.pdf']],
  ['tag:Due=12312026', ['lease.pdf']],
  ['tag:Due=soon', []],
  ['tag:Phase=Other', []],
  ['lease -tag:Phase=Concept', ['late lease.txt', 'rent.docx']],
  ['concept', ['lease.pdf']],
  ['tag:"Phase"="Concept"', ['lease.pdf']],
  ['TAG:phase:CONCEPT', ['lease.pdf']],
  ['tag:Cost=1200', ['rent.docx']],
  ['tag:Cost=1.2e3', ['rent.docx']],
  ['tag:Cost=+1200.00', ['rent.docx']],
  ['tag:Cost=12', []],
  ['tag:Cost=cheap', []],
  ['tag:"Ratio a:b=1=2"', ['rent.docx']],
  ['tag:"Ratio a:b"', ['rent.docx']],
  [String.raw`tag:"Ratio a:b=say \"no\""`, []],
  ['tag:Cost tag:"Ratio a:b"', ['rent.docx']],
  ['tag:Cost tag:Phase', []],
  ['tag:Due=2026-02-30', []],
  ['type:pdf OR type:docx lease', ['lease.pdf', 'rent.docx']],
  ['lease TYPE:PDF', ['lease.pdf']],
  ['lease ｔｙｐｅ：ｐｄｆ', ['lease.pdf']],
  ['tower or draft', []],
  ['lease modified:2026-03', ['lease.pdf', 'rent.docx']],
  ['lease modified:2026', ALL],
  ['lease modified:>2026-03', ['late lease.txt']],
  ['is:starred', ['rent.docx']],
  ['lease is:starred', ['rent.docx']],
  ['lease unknown:word', []],
  ['-lease type:image', ['photo.jpg']],
  ['ent.do', ['rent.docx']],
];

for (const [q, expected] of CASES) {
  test(`${q} finds ${expected.join(', ') || 'nothing'}`, async () => {
    assert.deepEqual((await namesOf(ann, q)).sort(), expected.toSorted());
  });
}

test('parameters narrow a search like the filters of its query', async () => {
  const cases: [string, string, string[]][] = [
    ['lease', '&type=pdf', ['lease.pdf']],
    ['lease', '&type=pdf&type=txt', ['late lease.txt', 'lease.pdf']],
    ['lease type:pdf', '&type=txt', []],
    ['', '&type=image', ['photo.jpg']],
    ['lease', `&in=${encodeURIComponent('Projects/Elm wood')}`, ['lease.pdf']],
    ['lease', `&folderId=${elmwood}`, ['lease.pdf']],
    ['lease', `&libraryId=${ann.libraryId}&folderId=${projects}`, ['lease.pdf', 'rent.docx']],
    ['', `&owner=${bob.userId}`, ['photo.jpg']],
    ['lease', '&modifiedFrom=2026-04-01', ['late lease.txt']],
    ['lease', '&modifiedTo=2026-03-02', ['lease.pdf', 'rent.docx']],
    ['lease', '&tag=Phase%3DConcept', ['lease.pdf']],
    ['lease', '&starred=true', ['rent.docx']],
  ];
  for (const [q, more, expected] of cases) {
    const names = q === '' ? await namesOf(ann, '-zzz', more) : await namesOf(ann, q, more);
    assert.deepEqual(names.sort(), expected.toSorted(), q + more);
  }
});

test('a query that cannot be read, and a place that is not readable, are refused', async () => {
  for (const q of [
    '',
    ' ',
    '…',
    'ab*',
    'a OR',
    'type:',
    'lease in:',
    'tag:=',
    'is:red',
    'modified:soon',
    '-in:x',
    'x'.repeat(513),
  ]) {
    const { status, body } = await ann.api('GET', `/api/search?q=${encodeURIComponent(q)}`);
    assert.equal(status, 400, q);
    assert.equal(body.errors[0].instance, 'q');
  }
  assert.equal((await ann.api('GET', '/api/search?q=a&modifiedFrom=soon')).status, 400);
  // Bob reads a folder of the library.
  assert.equal((await bob.api('GET', `/api/search?q=lease&libraryId=${ann.libraryId}`)).status, 200);
  assert.equal((await bob.api('GET', `/api/search?q=lease&folderId=${other}`)).status, 403);
  assert.equal((await ann.api('GET', `/api/search?q=lease&after=abc`)).status, 400);
});

test('a value that is too long is refused by the name of its parameter', async () => {
  const long = 'x'.repeat(3_000);
  for (const name of ['type', 'in', 'owner', 'tag']) {
    for (const route of ['/api/search', '/api/search/facets']) {
      const { status, body } = await ann.api('GET', `${route}?q=lease&${name}=${long}`);
      assert.equal(status, 400, name);
      assert.match(body.errors[0].instance, new RegExp(`^${name}`), name);
    }
  }
  const longest = '\u{10400}'.repeat(500);
  for (const q of [`type:${longest}`, `owner:${longest}`]) {
    const { status, body } = await ann.api('GET', `/api/search?q=${encodeURIComponent(q)}`);
    assert.deepEqual([status, body.errors[0].instance], [400, 'q']);
  }
  for (const q of [`tag:${longest}`, `in:${longest}`, longest, `${longest}*`]) {
    assert.equal((await ann.api('GET', `/api/search?q=${encodeURIComponent(q)}`)).status, 200, q);
  }
});

test('names of tags that too many libraries have are refused', async () => {
  const { admin } = await app.world();
  const { deploymentId } = admin;
  await app.sql`
    with added as (
      insert into libraries (deployment_id, name, name_key, is_private, created_at)
      select ${deploymentId}, 'L' || n, 'l' || n, false, now() from generate_series(1, 501) n returning library_id
    )
    insert into tag_types (deployment_id, library_id, name, name_key, data_type, created_at)
    select ${deploymentId}, library_id, 'Phase', 'phase', 0, now() from added`;
  for (const [q, more, parameter] of [
    ['tag:Phase=Concept', '', 'q'],
    ['plan', '&tag=Phase', 'tag'],
  ] as const) {
    const { status, body } = await admin.api('GET', `/api/search?q=${q}${more}`);
    assert.deepEqual([status, body.errors[0].instance], [400, parameter]);
    assert.match(body.errors[0].detail, /too many libraries/);
  }
  assert.deepEqual(await namesOf(ann, 'tag:Phase=Concept'), ['lease.pdf']);
});

test('any text is answered with 200 or 400', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(
        fc.string({ unit: 'grapheme', maxLength: 512 }),
        fc.string({ unit: 'binary', minLength: 200, maxLength: 512 }),
        fc.array(fc.constantFrom(...PIECES), { maxLength: 60 }).map((pieces) => pieces.join('')),
      ),
      fc.constantFrom('', 'type', 'in', 'owner', 'tag', 'modifiedFrom', 'modifiedTo'),
      async (text, parameter) => {
        const value = encodeURIComponent(text.toWellFormed());
        const q = parameter === '' ? `q=${value}` : `q=lease&${parameter}=${value}`;
        const { status } = await ann.api('GET', `/api/search?${q}`);
        assert.ok(status === 200 || status === 400, `${status} for ${q}`);
      },
    ),
    { numRuns: 120 },
  );
});

// oxfmt-ignore
const PIECES = [
  'lease', 'plan', 'agre*', '"', '\\', '-', ':', '*', ' ', ' OR ', '(', ',', '=', '..', '>', '<', "'", '&', '|', '!', '%', '_', '/', '字', 'ที่', 'กี', 'ﷺ', '\u0000',
  ' in:', ' type:', ' tag:', ' owner:', ' modified:', ' is:starred ', '2026-01-01', '9999', '0000', 'foo-plan*', 'universities*', 'Projects', 'Phase', 'me',
];
