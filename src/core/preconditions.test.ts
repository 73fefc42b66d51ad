import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeTask } from '../../test/factories/tasks.ts';
import { startApp } from '../../test/harness.ts';
import type { Person, World } from '../../test/world.ts';

const app = await startApp();

type Case = {
  noun: string;
  /** Makes a thing and gives its path. */
  make: (w: World) => Promise<string>;
  /** The person that reads and changes it. */
  by: (w: World) => Person;
  /** Two changes, each of which changes what a GET shows. */
  changes: [method: string, tail: string, body: unknown][];
};

const folderOf = async ({ ann }: World) => ann.folder(ann.libraryId, crypto.randomUUID());
const documentOf = async (w: World) => w.ann.document(await folderOf(w), 'a.txt');
const share = async ({ ann }: World, path: string) =>
  `${path}/shares/${(await ann.api('POST', `${path}/share`, { AllowView: true })).body.ShareId}`;
const expiry = (days: number) => ({ ExpireStyle: 'days', ExpirationValue: days });
const permission = (w: World, right: string) => [{ UserId: w.bob.userId, Allow: [right] }];

const CASES: Case[] = [
  {
    noun: 'library',
    by: ({ admin }) => admin,
    make: async ({ admin }) =>
      `/api/libraries/${(await admin.api('POST', '/api/libraries', { LibraryName: crypto.randomUUID() })).body.LibraryId}`,
    changes: [
      ['PATCH', '', { LibraryName: 'One' }],
      ['PATCH', '', { LibraryName: 'Two' }],
    ],
  },
  {
    noun: 'folder',
    by: ({ ann }) => ann,
    make: async (w) => `/api/folders/${await folderOf(w)}`,
    changes: [
      ['PATCH', '', { FolderName: 'One' }],
      ['PATCH', '', { FolderName: 'Two' }],
    ],
  },
  {
    noun: "folder's share",
    by: ({ ann }) => ann,
    make: async (w) => share(w, `/api/folders/${await folderOf(w)}`),
    changes: [
      ['PATCH', '', expiry(5)],
      ['PATCH', '', expiry(6)],
    ],
  },
  {
    noun: "document's share",
    by: ({ ann }) => ann,
    make: async (w) => share(w, `/api/documents/${await documentOf(w)}`),
    changes: [
      ['PATCH', '', expiry(5)],
      ['PATCH', '', expiry(6)],
    ],
  },
  {
    noun: 'task',
    by: ({ bob }) => bob,
    make: async (w) => `/api/tasks/${await makeTask(app, w.ann, w.bob.email, await documentOf(w))}`,
    changes: [
      ['PATCH', '/complete', { Decision: 'Approve' }],
      ['PATCH', '/complete', { Decision: 'Deny' }],
    ],
  },
  {
    noun: "document's permissions",
    by: ({ ann }) => ann,
    make: async (w) => `/api/documents/${await documentOf(w)}/permissions`,
    changes: [],
  },
];

for (const { noun, by, make, changes } of CASES) {
  test(`the ETag of a ${noun} changes with it, returns 304 while current, and lets one of two writers succeed`, async () => {
    const w = await app.world();
    const path = await make(w);
    const person = by(w);
    const [one, other] = noun.endsWith('permissions')
      ? (['Read', 'Write'] as const).map((right) => ['PUT', '', permission(w, right)] as const)
      : changes;
    assert.ok(one !== undefined && other !== undefined);
    const read = async () => (await person.api('GET', path)).headers;
    const before = await read();
    const etag = before.get('etag') ?? '';
    assert.match(etag, /^"[\w-]{22}"$/);
    assert.equal((await person.api('GET', path, undefined, { 'if-none-match': etag })).status, 304);
    app.clock.advance(2000);
    const send = ([method, tail, body]: typeof one, headers: Record<string, string>) =>
      person.api(method, path + tail, body, headers);
    const answers = await Promise.all([send(one, { 'if-match': etag }), send(other, { 'if-match': etag })]);
    assert.deepEqual(
      answers.map(({ status }) => status).toSorted((a, b) => a - b),
      [200, 412],
    );
    const after = await read();
    const won = answers.find(({ status }) => status === 200);
    assert.equal(won?.headers.get('etag'), after.get('etag'), 'The answer to a write carries the new ETag.');
    assert.notEqual(after.get('etag'), etag);
    assert.equal((await person.api('GET', path, undefined, { 'if-none-match': etag })).status, 200);
    const since = before.get('last-modified') ?? '';
    assert.equal((await send(other, { 'if-unmodified-since': since })).status, 412);
  });
}

test('the ETag of a folder with embedded children changes with them; that of the folder alone does not', async () => {
  const w = await app.world();
  const folderId = await folderOf(w);
  const tags = async () =>
    Promise.all(
      ['', '?embed=d'].map(async (query) => {
        const path = `/api/folders/${folderId}${query}`;
        const etag = (await w.ann.api('GET', path)).headers.get('etag') ?? '';
        assert.equal((await w.ann.api('GET', path, undefined, { 'if-none-match': etag })).status, 304);
        return etag;
      }),
    );
  const [alone, embedded] = await tags();
  await w.ann.document(folderId, 'a.txt');
  const [sameAlone, other] = await tags();
  assert.equal(sameAlone, alone);
  assert.notEqual(other, embedded);
});

test('changing or restoring a folder returns the ETag of its GET', async () => {
  const w = await app.world();
  const path = `/api/folders/${await folderOf(w)}`;
  const LibraryId = w.ann.libraryId;
  const parent = await folderOf(w);
  const changes: [string, string, unknown][] = [
    ['PATCH', path, { FolderName: 'Other', ParentFolderId: parent }],
    ['PATCH', path, { LibraryId }],
  ];
  for (const [method, address, body] of changes) {
    const etag = (await w.ann.api(method, address, body)).headers.get('etag');
    assert.equal(etag, (await w.ann.api('GET', path)).headers.get('etag'));
  }
  await w.ann.api('DELETE', path);
  const restored = await w.ann.api('PATCH', `${path}/restore`);
  assert.equal(restored.headers.get('etag'), (await w.ann.api('GET', path)).headers.get('etag'));
});

test('the ETag of a task or share depends on what the caller can see', async () => {
  const w = await app.world();
  const path = `/api/tasks/${await makeTask(app, w.ann, w.bob.email, await documentOf(w))}`;
  const [creators = '', assignees = ''] = await Promise.all(
    [w.ann, w.bob].map(async (person) => (await person.api('GET', path)).headers.get('etag') ?? ''),
  );
  assert.notEqual(creators, assignees);
  assert.equal((await w.bob.api('GET', path, undefined, { 'if-none-match': creators })).status, 200);
});
