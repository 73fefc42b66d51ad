/** The cost of searches in a large library: plans start from an index and read only its matches. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { grant } from '../../../test/factories/permissions.ts';
import { unscopedFillLibrary } from '../../../test/factories/tagged-library.ts';
import { makeTagType, statusTypeId } from '../../../test/factories/tags.ts';
import { startApp } from '../../../test/harness.ts';
import { type Statement, blocksTouched, statementsOf } from '../../../test/statements.ts';

const app = await startApp({}, { own: 'measures statements, whose cost depends on all rows' });
const { ann, bob, stranger } = await app.world();
const { libraryId } = ann;
const color = await makeTagType(ann, libraryId, 'Color');
const number = await makeTagType(ann, libraryId, 'Number', { DataType: 'Numeric' });
const day = await makeTagType(ann, libraryId, 'Day', { DataType: 'Date' });
const revised = await statusTypeId(ann, libraryId, 'Content_Status');

const DOCUMENTS = 30_000;
const roots = await unscopedFillLibrary(app.sql, { ...ann, tagTypes: { color, number, day } }, DOCUMENTS);
// Bob reads the library but for three of its ten parts.
await grant(app, bob, { libraryId }, { allow: ['Read'] });
for (const folderId of roots.slice(0, 3)) await grant(app, bob, { folderId }, { deny: ['Read'] });

const library = `libraries/${libraryId}`;
const root = `folders/${roots[9]}`;
const isRevised: [number, string] = [revised, 'Revised'];
const isColor: [number, string] = [color, 'Color 1'];
const isNumber: [number, string] = [number, '7'];

type Search = { path: string; criteria?: [number, string][] };

const tagSearch = (place: string, ...criteria: [number, string][]): Search => ({
  path: `/api/${place}/search/systemtags-v2?top=50`,
  criteria,
});

async function run({ path, criteria }: Search) {
  const body = criteria?.map(([TagTypeId, Value]) => ({ TagTypeId, Value }));
  const answer = await bob.api(criteria === undefined ? 'GET' : 'POST', path, body);
  assert.equal(answer.status, 200, answer.text);
  return answer.body;
}

/** The statement that searches: the last one, but for those that find stars and paths of the results. */
async function statementOf(search: Search): Promise<Statement> {
  const statements = await statementsOf(app, () => run(search));
  const statement = statements.findLast(({ text }) => !/from stars|with ordinality above/.test(text));
  assert.ok(statement !== undefined);
  return statement;
}

type Node = {
  'Node Type': string;
  'Parent Relationship'?: string;
  'Relation Name'?: string;
  'Index Name'?: string;
  Plans?: Node[];
};

// A plan for whatever values may come, as PostgreSQL makes it once a statement has been used a few times.
async function genericPlan({ text }: Statement): Promise<Node[]> {
  const [row] = await app.sql.unsafe(`explain (generic_plan, format json) ${text}`);
  const nodes = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodes)];
  return nodes(row?.['QUERY PLAN'][0].Plan);
}

async function planOf({ text, parameters }: Statement): Promise<Node[]> {
  const [row] = await app.sql.unsafe(`explain (format json) ${text}`, parameters as never[]);
  const nodes = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodes)];
  return nodes(row?.['QUERY PLAN'][0].Plan);
}

// The inner side is read again for each row of the outer side.
function isLoopOverCte(node: Node): boolean {
  const plans = node['Node Type'] === 'Nested Loop' ? node.Plans : undefined;
  const inner = plans?.find((plan) => plan['Parent Relationship'] === 'Inner');
  const walked = inner?.['Node Type'] === 'Materialize' ? inner.Plans?.[0] : inner;
  return walked?.['Node Type'] === 'CTE Scan';
}

// With a value that a fifth of all documents carry, reading all of them in one go is as good as looking each up.
const SEARCHES: Record<string, { search: Search; index: string; unscanned: string[] }> = {
  'a rare value': { search: tagSearch(library, isNumber), index: 'document_tags_value', unscanned: ['documents'] },
  'a frequent value': { search: tagSearch(library, isRevised), index: 'document_tags_value', unscanned: [] },
  'two values': {
    search: tagSearch(library, isRevised, isNumber),
    index: 'document_tags_value',
    unscanned: ['documents'],
  },
  'two frequent values': {
    search: tagSearch(library, isRevised, isColor),
    index: 'document_tags_value',
    unscanned: [],
  },
  'a value in a folder': { search: tagSearch(root, isNumber), index: 'document_tags_value', unscanned: ['documents'] },
  'a word of names': {
    search: { path: '/api/search?query=12345&top=50' },
    index: 'documents_name_words',
    unscanned: ['documents'],
  },
};

for (const [name, { search, index, unscanned }] of Object.entries(SEARCHES)) {
  test(`a search for ${name} starts from its index`, async () => {
    const statement = await statementOf(search);
    for (const nodes of [await planOf(statement), await genericPlan(statement)]) {
      assert.ok(
        nodes.some((node) => node['Index Name'] === index),
        JSON.stringify(nodes.map((node) => node['Index Name'] ?? node['Node Type'])),
      );
      const scanned = nodes
        .filter((node) => node['Node Type'] === 'Seq Scan')
        .map((node) => node['Relation Name'] ?? '');
      assert.deepEqual(
        scanned.filter((table) => ['document_tags', ...unscanned].includes(table)),
        [],
      );
      assert.ok(!nodes.some(isLoopOverCte));
    }
  });
}

test('of several values the rarest is scanned, in any order of criteria', async () => {
  const blocks = [];
  for (const criteria of [
    [isNumber, isRevised],
    [isRevised, isNumber],
    [isRevised, isColor, isNumber],
  ]) {
    blocks.push(await blocksTouched(app, await statementOf(tagSearch(library, ...criteria))));
  }
  const frequent = await blocksTouched(app, await statementOf(tagSearch(library, isRevised)));
  // 32 documents carry the number, 6 000 are revised; the catalogues are among the blocks.
  for (const count of blocks) assert.ok(count < 3000 && count * 5 < frequent, `${blocks.join()} against ${frequent}`);
});

test('of several frequent values the rarest is scanned too', async () => {
  const counts = [isRevised, isColor].map((criterion) => run(tagSearch(library, criterion)));
  const [revisedFound, colorFound] = (await Promise.all(counts)).map(({ TotalCount }) => TotalCount);
  assert.ok(colorFound > 1000 && colorFound < revisedFound, `${colorFound} ${revisedFound}`);
  const one = await blocksTouched(app, await statementOf(tagSearch(library, isRevised, isColor)));
  const other = await blocksTouched(app, await statementOf(tagSearch(library, isColor, isRevised)));
  assert.ok(Math.abs(one - other) * 20 < one, `${one} and ${other}`);
});

test('a search in a small folder scans the folder instead of a frequent value', async () => {
  const { body: children } = await ann.api('GET', `/api/folders/${roots[9]}/folders`);
  const { body: leaves } = await ann.api('GET', `/api/folders/${children[0].FolderId}/folders`);
  const leaf = tagSearch(`folders/${leaves[0].FolderId}`, isRevised);
  assert.equal((await run(leaf)).TotalCount, 10);
  assert.ok((await blocksTouched(app, await statementOf(leaf))) < 3000);
});

test('a search by name checks rights once per set of entries on a path, not per folder', async () => {
  const search = { path: '/api/search?query=document%2012&top=2' };
  assert.equal((await run(search)).length, 2);
  const statement = await statementOf(search);
  const calls = await app.sql.begin(async (tx) => {
    await tx`set local track_functions = 'pl'`;
    const before = await callsOf(tx);
    await tx.unsafe(statement.text, statement.parameters as never[]);
    return (await callsOf(tx)) - before;
  });
  // Ten parts of the library, three of them with an entry: four sets.
  assert.equal(calls, 4);
});

test('a search by tags looks up each ancestor once for all documents', async () => {
  const rows = await app.sql`select from document_tags where tag_type_id = ${number} and value = '7'`;
  const blocks = await blocksTouched(app, await statementOf(tagSearch(library, isNumber)));
  // For each: the document, its folder, and if it is on the page its tags.
  assert.ok(blocks <= rows.length * 11 + 100, `${blocks} blocks for ${rows.length} documents`);
});

test('a search by tags leaves out denied documents, however many there are', async () => {
  const { TotalCount } = await run(tagSearch(library, isRevised));
  assert.equal(TotalCount, 4200);
});

async function callsOf(tx: { unsafe: typeof app.sql.unsafe }): Promise<number> {
  const [row] = await tx.unsafe<{ calls: number }[]>(
    `select coalesce(sum(calls), 0)::integer as calls from pg_stat_xact_user_functions where funcname = 'effective_rights'`,
  );
  return row?.calls ?? 0;
}

test('a list of values scans distinct values, not all documents with them', async () => {
  const statements = await statementsOf(app, async () => {
    assert.equal((await ann.api('GET', `/api/tagtypes/${color}/values`)).body.length, 10);
  });
  const last = statements.at(-1);
  assert.ok(last !== undefined);
  // 10 values, on 30 000 documents.
  const blocks = await blocksTouched(app, last);
  assert.ok(blocks < 500, String(blocks));
});

test('a reader of one folder gets its values without a scan of the rest of the library', async () => {
  const { body: children } = await ann.api('GET', `/api/folders/${roots[5]}/folders`);
  const { body: leaves } = await ann.api('GET', `/api/folders/${children[0].FolderId}/folders`);
  await grant(app, stranger, { folderId: leaves[0].FolderId }, { allow: ['Read'] });
  const statements = await statementsOf(app, async () => {
    const { status, body } = await stranger.api('GET', `/api/tagtypes/${color}/values`);
    assert.deepEqual([status, body.length], [200, 10]);
  });
  const last = statements.at(-1);
  assert.ok(last !== undefined);
  const blocks = await blocksTouched(app, last);
  assert.ok(blocks < 1500, String(blocks));
});

test('a search takes the same number of statements for any number of results', async () => {
  const counts = [];
  for (const search of [tagSearch(library, isNumber), tagSearch(library, isRevised)]) {
    counts.push((await statementsOf(app, () => run(search))).length);
  }
  assert.deepEqual(counts, [4, 4]);
});
