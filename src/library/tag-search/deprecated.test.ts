import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeTagType, tagDocument } from '../../../test/factories/tags.ts';
import { startApp } from '../../../test/harness.ts';

const app = await startApp();

async function worldWithTag() {
  const { ann, stranger } = await app.world();
  const { libraryId } = ann;
  const folderId = await ann.folder(libraryId, 'Folder');
  const color = await makeTagType(ann, libraryId, 'Color', { Constraints: { DefaultValue: 'Green' } });
  const size = await makeTagType(ann, libraryId, 'Size', { DataType: 'Numeric' });
  const documentId = await ann.document(folderId, 'a.txt');
  await tagDocument(ann, documentId, [
    [color, 'Blue'],
    [size, '1.50'],
  ]);
  return { ann, stranger, libraryId, folderId, color, documentId, criteria: [{ TagTypeId: color, Value: 'blue' }] };
}

test('the deprecated search returns its own shape with every field, in a library and in a folder', async () => {
  const { ann, libraryId, folderId, color, documentId, criteria } = await worldWithTag();
  for (const place of [`libraries/${libraryId}`, `folders/${folderId}`]) {
    const { status, body } = await ann.api('POST', `/api/${place}/search/systemtags`, criteria);
    assert.equal(status, 200);
    const [document, ...more] = body.Embedded.Documents;
    const { StatusInformation, ...rest } = document;
    assert.deepEqual(
      [body.TotalCount, more, rest],
      [
        1,
        [],
        {
          DocumentId: documentId,
          DocumentName: 'a.txt',
          DocumentAutoName: 'Blue_1.50.txt',
          LibraryId: libraryId,
          LibraryName: 'My Library',
          FolderId: folderId,
          FolderName: 'Folder',
        },
      ],
    );
    assert.equal(StatusInformation.length, 2);
    assert.deepEqual(StatusInformation[0], {
      TagValueId: null,
      TagTypeValueId: null,
      TagTypeValue: {
        TagTypeValueId: null,
        TagValueString: 'Blue',
        TagTypeId: color,
        TagType: {
          TagTypeName: 'Color',
          Statistics: null,
          UserId: ann.userId,
          Values: [],
          Libraries: [],
          Flavor: 'Simple',
          DataType: 0,
          TagTypeConstraints: '{"DefaultValue":"Green","DataSetValues":null}',
        },
        TagValueNumeric: null,
        TagValueDate: null,
      },
      DocumentId: documentId,
      Document: {
        DateStored: app.clock.now.toISOString(),
        DateModified: app.clock.now.toISOString(),
        UserId: ann.userId,
        Files: [],
        Tags: [],
        Folder: null,
        Library: null,
        ACLs: [],
        IsDeleted: false,
        IsLocked: false,
        LockedByUserId: null,
        LockedDate: null,
      },
    });
    assert.equal(StatusInformation[1].TagTypeValue.TagValueNumeric, 1.5);
  }
});

test('every answer is marked as deprecated and links its successor, also refusals and pages', async () => {
  const { ann, stranger, libraryId, folderId, documentId, criteria } = await worldWithTag();
  const second = await ann.document(folderId, 'b.txt');
  await tagDocument(ann, second, [[criteria[0]?.TagTypeId ?? 0, 'Blue']]);
  const path = `/api/libraries/${libraryId}/search/systemtags`;
  const successor = `<http://carrel.test${path}-v2>; rel="successor-version"`;
  const ask = async (person: typeof ann, query: string, body: unknown) => {
    const { status, headers } = await person.api('POST', `${path}${query}`, body);
    assert.match(headers.get('deprecation') ?? '', /^@\d+$/);
    return [status, headers.get('link')];
  };
  assert.deepEqual(await ask(ann, '', criteria), [200, successor]);
  assert.deepEqual(await ask(ann, '/', criteria), [200, successor]);
  assert.deepEqual(await ask(ann, '', []), [400, successor]);
  assert.deepEqual(await ask(stranger, '', criteria), [403, successor]);
  const [status, link] = await ask(ann, '?top=1', criteria);
  const after = Buffer.from(JSON.stringify([documentId])).toString('base64url');
  assert.deepEqual([status, link], [200, `${successor}, <http://carrel.test${path}?top=1&after=${after}>; rel="next"`]);
  const { headers } = await ann.api('POST', `${path}-v2`, criteria);
  assert.deepEqual([headers.get('deprecation'), headers.get('link')], [null, null]);
});

test('409 points to systemtags-v2 if any match has a Status tag, on any page', async () => {
  const { ann, libraryId, folderId, color, criteria } = await worldWithTag();
  const revised = await ann.document(folderId, 'revised.txt');
  await ann.revise(revised, 'revised.txt', 'second');
  const path = `/api/libraries/${libraryId}/search/systemtags`;
  assert.equal((await ann.api('POST', path, criteria)).status, 200);
  await tagDocument(ann, revised, [[color, 'Blue']]);
  for (const query of ['', '?top=1']) {
    const { status, body } = await ann.api('POST', `${path}${query}`, criteria);
    assert.deepEqual([status, body.type], [409, '/conflict']);
    assert.match(body.title, /systemtags-v2/);
  }
  assert.equal((await ann.api('POST', `${path}-v2`, criteria)).body.TotalCount, 2);
});
