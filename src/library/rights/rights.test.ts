/** The function effective_rights, the one rule of access, held against a model and a table. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { startApp } from '../../../test/harness.ts';
import type { Tx } from '../../platform/db/connection.ts';
import { rightBits, rightNames } from './rights.ts';

const app = await startApp();
const w = await app.world();
const NOW = app.clock.now;
const [R, W, D, G] = [1, 2, 4, 8];

// library > outer > inner > document, and beside it other things that must not count.
const library = (await w.admin.api('POST', '/api/libraries', { LibraryName: 'Library' })).body.LibraryId;
const outer = await w.admin.folder(library, 'Outer');
const inner = (await w.admin.api('POST', `/api/folders/${outer}/folders`, { FolderName: 'Inner' })).body.FolderId;
const beside = (await w.admin.api('POST', `/api/folders/${outer}/folders`, { FolderName: 'Beside' })).body.FolderId;
const document = await w.admin.document(inner, 'document.txt');
const twin = await w.admin.document(inner, 'twin.txt');
const group = async (name: string, members: number[]) => {
  const { GroupId } = (await w.admin.api('POST', '/api/groups', { GroupName: name })).body;
  await w.admin.api('PUT', `/api/groups/${GroupId}/members`, members);
  return -GroupId;
};
const teams = [await group('A', [w.ann.userId, w.bob.userId]), await group('B', [w.ann.userId])] as const;
const notHers = await group('C', [w.bob.userId]);

const OBJECTS = {
  library: { column: 'library_id', id: library, path: [], document: null },
  outer: { column: 'folder_id', id: outer, path: [outer], document: null },
  inner: { column: 'folder_id', id: inner, path: [outer, inner], document: null },
  beside: { column: 'folder_id', id: beside, path: [outer, beside], document: null },
  document: { column: 'document_id', id: document, path: [outer, inner], document },
  twin: { column: 'document_id', id: twin, path: [outer, inner], document: twin },
} as const;
type Place = keyof typeof OBJECTS;

/** The path to an object, itself included, whose entries count. */
const ABOVE: Record<Place, Place[]> = {
  library: ['library'],
  outer: ['library', 'outer'],
  inner: ['library', 'outer', 'inner'],
  beside: ['library', 'outer', 'beside'],
  document: ['library', 'outer', 'inner', 'document'],
  twin: ['library', 'outer', 'inner', 'twin'],
};

type ModelEntry = { on: Place; principal: number; allow: number; deny: number; expiresInMs: number | null };
type Asked = { entries: ModelEntry[]; at: Place; isSiteAdmin: boolean; ownerId: number | null };

/** Ann's rights as PostgreSQL has them. */
async function rightsInSql({ entries, at, isSiteAdmin, ownerId }: Asked): Promise<number> {
  const object = OBJECTS[at];
  const rolledBack = new Error('The entries are for this question only.');
  let rights = -1;
  await app.sql
    .begin(async (tx) => {
      for (const entry of entries) await insertEntry(tx, entry);
      const [row] = await tx<{ rights: number }[]>`
        select effective_rights(${w.deploymentId}, ${w.ann.userId}, ${isSiteAdmin}, ${ownerId}, ${library},
          ${object.path}::bigint[], ${object.document}, ${NOW}) as rights`;
      rights = row?.rights ?? -1;
      throw rolledBack;
    })
    .catch((error: unknown) => {
      if (error !== rolledBack) throw error;
    });
  return rights;
}

async function insertEntry(tx: Tx, { on, principal, allow, deny, expiresInMs }: ModelEntry): Promise<void> {
  const { column, id } = OBJECTS[on];
  const row = {
    deployment_id: w.deploymentId,
    [column]: id,
    user_id: principal > 0 ? principal : null,
    group_id: principal > 0 ? null : -principal,
    allow,
    deny,
    expires_at: expiresInMs === null ? null : new Date(NOW.getTime() + expiresInMs),
    created_at: NOW,
  };
  await tx`insert into permissions ${tx(row)}`;
}

/** The same in the words of the rule. */
function rightsInModel({ entries, at, isSiteAdmin, ownerId }: Asked): number {
  if (ownerId === w.ann.userId || (ownerId === null && isSiteAdmin)) return 15;
  const hers = new Set([w.ann.userId, ...teams]);
  const counting = entries.filter(
    ({ on, principal, expiresInMs }) =>
      ABOVE[at].includes(on) && hers.has(principal) && (expiresInMs === null || expiresInMs > 0),
  );
  const has = (bit: number) =>
    counting.some(({ allow }) => (allow & bit) !== 0) && !counting.some(({ deny }) => (deny & bit) !== 0);
  const isReadDenied = counting.some(({ deny }) => (deny & R) !== 0);
  if (isReadDenied) return 0;
  const isAnythingGranted = counting.some(({ allow }) => allow !== 0);
  return (isAnythingGranted ? R : 0) | [W, D, G].filter(has).reduce((bits, bit) => bits | bit, 0);
}

test('a denial at any level overrides grants to the user or a group at any level', async () => {
  const levels: Place[] = ['library', 'outer', 'inner', 'document'];
  const subjects = [w.ann.userId, teams[0]];
  for (const granted of levels) {
    for (const denied of levels) {
      for (const grantee of subjects) {
        for (const refused of subjects) {
          const isOne = granted === denied && grantee === refused;
          const entries = (deny: number, expiresInMs: number | null): ModelEntry[] =>
            isOne
              ? [{ on: granted, principal: grantee, allow: R | W, deny, expiresInMs }]
              : [
                  { on: granted, principal: grantee, allow: R | W, deny: 0, expiresInMs: null },
                  { on: denied, principal: refused, allow: 0, deny, expiresInMs },
                ];
          const ask = (deny: number, expiresInMs: number | null = null) =>
            rightsInSql({ entries: entries(deny, expiresInMs), at: 'document', isSiteAdmin: false, ownerId: null });
          const text = `${granted} for ${grantee}, denied on ${denied} for ${refused}`;
          assert.equal(await ask(0), R | W, text);
          assert.equal(await ask(W), R, text);
          assert.equal(await ask(R), 0, text);
          assert.equal(await ask(G), R | W, text);
          assert.equal(await ask(W, 1), R, text);
          if (!isOne) assert.equal(await ask(W, 0), R | W, text);
        }
      }
    }
  }
});

test('rules for implication, expiry, owner, site admin, siblings and groups of others', async () => {
  const ann = w.ann.userId;
  const entry = (
    on: Place,
    principal: number,
    allow: number,
    deny = 0,
    expiresInMs: number | null = null,
  ): ModelEntry => ({
    on,
    principal,
    allow,
    deny,
    expiresInMs,
  });
  const nobody = { isSiteAdmin: false, ownerId: null };
  const table: [rule: string, asked: Asked, rights: number][] = [
    ['nothing granted is nothing', { ...nobody, entries: [], at: 'document' }, 0],
    ['Write implies Read', { ...nobody, entries: [entry('inner', ann, W)], at: 'document' }, R | W],
    ['Delete implies Read', { ...nobody, entries: [entry('inner', ann, D)], at: 'document' }, R | D],
    ['Grant implies Read', { ...nobody, entries: [entry('inner', ann, G)], at: 'document' }, R | G],
    [
      'grants of several entries add up',
      { ...nobody, entries: [entry('library', ann, W), entry('inner', teams[1], D)], at: 'inner' },
      R | W | D,
    ],
    [
      'a denied Write leaves the Read that it implied',
      { ...nobody, entries: [entry('inner', ann, W, W)], at: 'inner' },
      R,
    ],
    ['a denied Read takes all', { ...nobody, entries: [entry('inner', ann, 15, R)], at: 'inner' }, 0],
    ['an entry ends at its moment', { ...nobody, entries: [entry('inner', ann, R, 0, 0)], at: 'inner' }, 0],
    ['and holds until then', { ...nobody, entries: [entry('inner', ann, R, 0, 1)], at: 'inner' }, R],
    ['what is granted below does not count above', { ...nobody, entries: [entry('inner', ann, R)], at: 'outer' }, 0],
    ['nor beside', { ...nobody, entries: [entry('inner', ann, R)], at: 'beside' }, 0],
    ['nor on another document', { ...nobody, entries: [entry('document', ann, R)], at: 'twin' }, 0],
    ['a group of others gives nothing', { ...nobody, entries: [entry('inner', notHers, 15)], at: 'inner' }, 0],
    [
      'and denies nothing',
      { ...nobody, entries: [entry('inner', ann, R), entry('inner', notHers, 0, R)], at: 'inner' },
      R,
    ],
    [
      'an owner is not bound by denies',
      { isSiteAdmin: false, ownerId: ann, entries: [entry('outer', ann, 0, 15)], at: 'inner' },
      15,
    ],
    [
      'a site admin is not, in a corporate library',
      { isSiteAdmin: true, ownerId: null, entries: [entry('outer', ann, 0, 15)], at: 'inner' },
      15,
    ],
    [
      'a site admin has nothing in the personal library of another',
      { isSiteAdmin: true, ownerId: w.bob.userId, entries: [], at: 'inner' },
      0,
    ],
    [
      'and there is bound by denies',
      { isSiteAdmin: true, ownerId: w.bob.userId, entries: [entry('library', ann, 15, W)], at: 'inner' },
      15 & ~W,
    ],
  ];
  for (const [rule, asked, rights] of table) {
    assert.deepEqual([await rightsInSql(asked), rightsInModel(asked)], [rights, rights], rule);
  }
});

test('the rights in SQL equal those of the model for any entries', async () => {
  const place = fc.constantFrom(...(Object.keys(OBJECTS) as Place[]));
  const entry = fc.record<ModelEntry>({
    on: place,
    principal: fc.constantFrom(w.ann.userId, w.bob.userId, ...teams, notHers),
    // Few bits denied, or nearly everything would come out as nothing.
    allow: fc.integer({ min: 0, max: 15 }),
    deny: fc.constantFrom(0, 0, 0, R, W, D, G, W | D),
    expiresInMs: fc.constantFrom(null, null, -1, 0, 1, 86_400_000),
  });
  const asked = fc.record<Asked>({
    entries: fc.uniqueArray(entry, { maxLength: 8, selector: ({ on, principal }) => `${on} ${principal}` }),
    at: place,
    isSiteAdmin: fc.boolean(),
    ownerId: fc.constantFrom(null, w.ann.userId, w.bob.userId),
  });
  await fc.assert(
    fc.asyncProperty(asked, async (question) => {
      assert.equal(await rightsInSql(question), rightsInModel(question));
    }),
    { numRuns: 300 },
  );
});

test('entries of other deployments never count', async () => {
  const [row] = await app.sql<{ rights: number }[]>`
    select effective_rights(${w.other.deploymentId}, ${w.ann.userId}, false, null, ${library}, ${[outer]}::bigint[], null,
      ${NOW}) as rights`;
  assert.equal(row?.rights, 0);
});

test('names and bits of rights are consistent', () => {
  for (let bits = 0; bits <= 15; bits++) assert.equal(rightBits(rightNames(bits)), bits);
  assert.deepEqual(rightNames(15), ['Read', 'Write', 'Delete', 'Grant']);
});
