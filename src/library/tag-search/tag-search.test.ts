import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeLibrary } from '../../../test/factories/libraries.ts';
import { grant } from '../../../test/factories/permissions.ts';
import { makeTagType, statusTypeId } from '../../../test/factories/tags.ts';
import { startApp } from '../../../test/harness.ts';
import { found, search, worldWithTags } from './tag-search.fixture.ts';

const app = await startApp();

test('a search returns every field, Status tags in StatusInformation, the others in DocumentAutoName', async () => {
  const { ann, libraryId, folderId, color, size, due, tagged } = await worldWithTags(app);
  const id = await tagged(folderId, 'a.v1.TXT', [
    [due, '12312026'],
    [size, '1.50'],
    [color, 'Blue'],
  ]);
  app.clock.advance(60_000);
  await ann.revise(id, 'a.txt', 'second');
  const [assignedDate, assignedId, toDo] = [
    await statusTypeId(ann, libraryId, 'Assigned_Date'),
    await statusTypeId(ann, libraryId, 'Assigned_UserId'),
    await statusTypeId(ann, libraryId, 'ToDo_Status'),
  ];
  await app.sql`
    insert into document_tags (deployment_id, document_id, tag_type_id, value, value_key, tag_epoch) values
      (${ann.deploymentId}, ${id}, ${assignedDate}, '03022026', '2026-03-02', 0),
      (${ann.deploymentId}, ${id}, ${assignedId}, ${String(ann.userId)}, '25001', 0),
      (${ann.deploymentId}, ${id}, ${toDo}, 'Open', 'open', 0)`;
  const { status, body } = await search(ann, `libraries/${libraryId}`, [{ TagTypeId: color, Value: 'BLUE' }]);
  assert.equal(status, 200);
  const self = `http://carrel.test/api/documents/${id}`;
  const none = { TagValueString: null, TagValueNumeric: null, TagValueDate: null };
  assert.deepEqual(body, {
    TotalCount: 1,
    Embedded: {
      Documents: [
        {
          DateModified: app.clock.now.toISOString(),
          DocumentId: id,
          DocumentName: 'a.v1.TXT',
          DocumentAutoName: 'Blue_1.50_12312026.TXT',
          FolderId: folderId,
          FolderName: 'Folder',
          LibraryName: 'My Library',
          StatusInformation: [
            { TagTypeName: '&&_Service_Content_Status', ...none, TagValueString: 'Revised', DataType: 0 },
            { TagTypeName: '&&_Service_ToDo_Status', ...none, TagValueString: 'Open', DataType: 0 },
            { TagTypeName: '&&_Service_Assigned_Date', ...none, TagValueDate: '2026-03-02T00:00:00.000Z', DataType: 2 },
            { TagTypeName: '&&_Service_Assigned_UserId', ...none, TagValueNumeric: ann.userId, DataType: 1 },
          ],
          Links: {
            Self: self,
            Content: `${self}/content`,
            DocumentUri: self,
            FolderUri: `http://carrel.test/api/folders/${folderId}`,
            LibraryUri: `http://carrel.test/api/libraries/${libraryId}`,
            FolderIconUri: 'http://carrel.test/api/images/folder.svg',
          },
        },
      ],
    },
  });
  const icon = await ann.api('GET', '/api/images/folder.svg');
  assert.deepEqual([icon.status, icon.headers.get('content-type')], [200, 'image/svg+xml']);
});

test('a document without user-set values has no DocumentAutoName', async () => {
  const { ann, libraryId, folderId } = await worldWithTags(app);
  const id = await ann.document(folderId, 'a.txt');
  await ann.revise(id, 'a.txt', 'second');
  const TagTypeId = await statusTypeId(ann, libraryId, 'Content_Status');
  const { body } = await search(ann, `libraries/${libraryId}`, [{ TagTypeId, Value: 'revised' }]);
  assert.deepEqual([body.TotalCount, body.Embedded.Documents[0].DocumentAutoName], [1, null]);
});

test('text is compared without case, numbers as numbers, dates as days', async () => {
  const { ann, libraryId, folderId, color, size, due, tagged } = await worldWithTags(app);
  const place = `libraries/${libraryId}`;
  const id = await tagged(folderId, 'a.txt', [
    [color, 'Straße'],
    [size, '12.50'],
    [due, '02292024'],
  ]);
  await tagged(folderId, 'b.txt', [
    [color, 'Straßen'],
    [size, '125'],
    [due, '02282024'],
  ]);
  for (const [TagTypeId, Value] of [
    [color, 'STRASSE'],
    [color, ' straße '],
    [size, '12.5'],
    [size, '0012.500'],
    [size, '125e-1'],
    [due, '02292024'],
  ] as const) {
    assert.deepEqual(await found(ann, place, [{ TagTypeId, Value }]), [id], Value);
  }
  for (const [TagTypeId, Value] of [
    [color, 'Stra'],
    [color, '%'],
    [size, '12.51'],
    [due, '03012024'],
  ] as const) {
    assert.deepEqual(await found(ann, place, [{ TagTypeId, Value }]), [], Value);
  }
});

test('criteria are ANDed in any order, and documents are ordered by id', async () => {
  const { ann, libraryId, folderId, childId, color, size, tagged } = await worldWithTags(app);
  const place = `libraries/${libraryId}`;
  const blue2 = await tagged(childId, 'a.txt', [
    [color, 'Blue'],
    [size, '2'],
  ]);
  const red2 = await tagged(folderId, 'b.txt', [
    [color, 'Red'],
    [size, '2'],
  ]);
  const blue3 = await tagged(folderId, 'c.txt', [
    [color, 'Blue'],
    [size, '3'],
  ]);
  const blue = { TagTypeId: color, Value: 'Blue' };
  const two = { TagTypeId: size, Value: '2' };
  assert.deepEqual(await found(ann, place, [blue]), [blue2, blue3]);
  assert.deepEqual(await found(ann, place, [two]), [blue2, red2]);
  assert.deepEqual(await found(ann, place, [blue, two]), [blue2]);
  assert.deepEqual(await found(ann, place, [two, blue]), [blue2]);
  assert.deepEqual(await found(ann, place, [two, two]), [blue2, red2]);
  assert.deepEqual(await found(ann, place, [two, { TagTypeId: size, Value: '3' }]), []);
});

test('a folder is searched with its subtree and nothing else', async () => {
  const { ann, libraryId, folderId, childId, otherId, color, size, tagged } = await worldWithTags(app);
  const here = await tagged(folderId, 'here.txt', [
    [color, 'Blue'],
    [size, '1'],
  ]);
  const below = await tagged(childId, 'below.txt', [
    [color, 'Blue'],
    [size, '1'],
  ]);
  const beside = await tagged(otherId, 'beside.txt', [
    [color, 'Blue'],
    [size, '1'],
  ]);
  for (const criteria of [
    [{ TagTypeId: color, Value: 'blue' }],
    [
      { TagTypeId: color, Value: 'blue' },
      { TagTypeId: size, Value: '1' },
    ],
  ]) {
    assert.deepEqual(await found(ann, `folders/${folderId}`, criteria), [here, below]);
    assert.deepEqual(await found(ann, `folders/${childId}`, criteria), [below]);
    assert.deepEqual(await found(ann, `folders/${otherId}`, criteria), [beside]);
    assert.deepEqual(await found(ann, `libraries/${libraryId}`, criteria), [here, below, beside]);
  }
});

test('items in the trash, directly or by an ancestor, are not found', async () => {
  const { ann, libraryId, folderId, childId, color, tagged } = await worldWithTags(app);
  const place = `libraries/${libraryId}`;
  const criteria = [{ TagTypeId: color, Value: 'blue' }];
  const here = await tagged(folderId, 'here.txt', [[color, 'Blue']]);
  const below = await tagged(childId, 'below.txt', [[color, 'Blue']]);
  await ann.api('DELETE', `/api/documents/${here}`);
  assert.deepEqual(await found(ann, place, criteria), [below]);
  await ann.api('DELETE', `/api/folders/${folderId}`);
  assert.deepEqual(await found(ann, place, criteria), []);
  assert.equal((await search(ann, `folders/${childId}`, criteria)).status, 404);
  await ann.api('PATCH', `/api/folders/${folderId}/restore`);
  await ann.api('PATCH', `/api/documents/${here}/restore`);
  assert.deepEqual(await found(ann, place, criteria), [here, below]);
});

test('values lost by a move to another library are not found, even after moving back', async () => {
  const { w, ann, libraryId, folderId, color, tagged } = await worldWithTags(app);
  const there = await makeLibrary(w.admin);
  await grant(app, ann, { libraryId: there }, { allow: ['Write', 'Delete'] });
  await tagged(folderId, 'a.txt', [[color, 'Blue']]);
  const criteria = [{ TagTypeId: color, Value: 'blue' }];
  for (const LibraryId of [there, libraryId]) {
    assert.equal((await ann.api('PATCH', `/api/folders/${folderId}`, { LibraryId })).status, 200);
    assert.deepEqual(await found(ann, `libraries/${libraryId}`, criteria), []);
  }
});

test('pages list every match once, each with the total count', async () => {
  const { ann, libraryId, folderId, color, tagged } = await worldWithTags(app);
  const ids = [];
  for (let i = 0; i < 7; i += 1) ids.push(await tagged(folderId, `${i}.txt`, [[color, 'Blue']]));
  const criteria = [{ TagTypeId: color, Value: 'blue' }];
  const pages: number[][] = [];
  for (let next: string | null = '?top=3'; next !== null;) {
    const { body, headers } = await search(ann, `libraries/${libraryId}`, criteria, next);
    assert.equal(body.TotalCount, 7);
    pages.push(body.Embedded.Documents.map((document: { DocumentId: number }) => document.DocumentId));
    next = /\?[^>]*(?=>; rel="next")/.exec(headers.get('link') ?? '')?.[0] ?? null;
  }
  assert.deepEqual(pages, [ids.slice(0, 3), ids.slice(3, 6), ids.slice(6)]);
  const past = Buffer.from(JSON.stringify([ids.at(-1)])).toString('base64url');
  const { body } = await search(ann, `libraries/${libraryId}`, criteria, `?top=3&after=${past}`);
  assert.deepEqual(body, { TotalCount: 7, Embedded: { Documents: [] } });
});

test('missing criteria, absent or invalid values and pages return 400; unknown types 404', async () => {
  const { w, ann, libraryId, folderId, color, size, due } = await worldWithTags(app);
  const foreign = await makeTagType(w.bob, w.bob.libraryId, 'Color');
  for (const [criteria, status] of [
    [undefined, 400],
    [[], 400],
    [{}, 400],
    [['x'], 400],
    [[{ TagTypeId: color }], 400],
    [[{ TagTypeId: color, Value: null }], 400],
    [[{ TagTypeId: color, Value: '' }], 400],
    [[{ TagTypeId: color, Value: ' ' }], 400],
    [[{ TagTypeId: color, Value: 'a\u0000' }], 400],
    [[{ Value: 'x' }], 400],
    [[{ TagTypeId: 'x', Value: 'x' }], 400],
    [[{ TagTypeId: size, Value: 'x' }], 400],
    [[{ TagTypeId: size, Value: 5 }], 400],
    [[{ TagTypeId: due, Value: '02302024' }], 400],
    [Array.from({ length: 51 }, () => ({ TagTypeId: color, Value: 'x' })), 400],
    [[{ TagTypeId: foreign, Value: 'x' }], 404],
    [[{ TagTypeId: 999999999, Value: 'x' }], 404],
  ] as const) {
    for (const place of [`libraries/${libraryId}`, `folders/${folderId}`]) {
      assert.equal((await search(ann, place, criteria)).status, status, JSON.stringify(criteria));
    }
  }
  for (const query of ['?top=0', '?top=1001', '?after=x']) {
    assert.equal((await search(ann, `libraries/${libraryId}`, [{ TagTypeId: color, Value: 'x' }], query)).status, 400);
  }
});
