import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeLibrary } from '../../../test/factories/libraries.ts';
import { grant } from '../../../test/factories/permissions.ts';
import { makeTagType, statusTypeId } from '../../../test/factories/tags.ts';
import { startApp } from '../../../test/harness.ts';
import { everyPage } from '../../../test/pages.ts';

const app = await startApp();

const STATUS_TYPES = ['Content_Status', 'ToDo_Status', 'Assigned_Date', 'Assigned_UserId'];
const NO_CONSTRAINTS = '{"DefaultValue":null,"DataSetValues":null}';

async function worldWithLibrary() {
  const w = await app.world();
  const path = `/api/libraries/${w.ann.libraryId}/tagtypes`;
  return { w, ann: w.ann, path };
}

type TagType = { TagTypeId: number; TagTypeName: string; DataType: number; DataTypeName: string; FlavorName: string };
const namesOf = (body: TagType[]) => body.map((tagType) => tagType.TagTypeName);

test('a tag type is created: 201 with every field, the name trimmed and normalized', async () => {
  const { ann, path } = await worldWithLibrary();
  const { status, body } = await ann.api('POST', path, { TagTypeName: ' Cafe\u0301 ', DataType: 'String' });
  assert.equal(status, 201);
  assert.ok(Number.isSafeInteger(body.TagTypeId) && body.TagTypeId > 0);
  assert.deepEqual(body, {
    TagTypeId: body.TagTypeId,
    TagTypeName: 'Café',
    FlavorName: 'Simple',
    DataType: 0,
    DataTypeName: 'String',
    Constraints: NO_CONSTRAINTS,
    Links: { TagValuesUri: `http://carrel.test/api/tagtypes/${body.TagTypeId}/values` },
  });
  assert.deepEqual((await ann.api('GET', path)).body, [body]);
  assert.deepEqual((await ann.api('GET', `${path}/${encodeURIComponent('CAFÉ')}`)).body, [body]);
});

test('each data type has its number and accepts matching defaults', async () => {
  const { ann, path } = await worldWithLibrary();
  for (const [DataType, number, DefaultValue] of [
    ['String', 0, 'Draft'],
    ['Numeric', 1, '12.50'],
    ['Date', 2, '12312026'],
  ] as const) {
    const Constraints = { DefaultValue, DataSetValues: null };
    const { status, body } = await ann.api('POST', path, { TagTypeName: DataType, DataType, Constraints });
    assert.deepEqual(
      [status, body.DataType, body.DataTypeName, body.Constraints],
      [201, number, DataType, JSON.stringify(Constraints)],
    );
  }
});

test('constraints without a default, null and ignored data sets are empty constraints', async () => {
  const { ann, path } = await worldWithLibrary();
  for (const [index, Constraints] of [
    null,
    {},
    { DefaultValue: null },
    { DefaultValue: '' },
    { DataSetValues: ['a'] },
  ].entries()) {
    const { status, body } = await ann.api('POST', path, { TagTypeName: `T${index}`, DataType: 'String', Constraints });
    assert.deepEqual([status, body.Constraints], [201, NO_CONSTRAINTS], JSON.stringify(Constraints));
  }
});

test('invalid and reserved names, unknown data types and mismatched defaults return 400', async () => {
  const { ann, path } = await worldWithLibrary();
  for (const body of [
    undefined,
    {},
    { DataType: 'String' },
    { TagTypeName: 'A' },
    ...[' ', 'x'.repeat(200), 'a\u0000', 'a\nb', 5].map((TagTypeName) => ({ TagTypeName, DataType: 'String' })),
    ...['&&_Service_X', '&&_service_Content_Status', '&&_SERVICE_', ' &&_Service_y'].map((TagTypeName) => ({
      TagTypeName,
      DataType: 'String',
    })),
    ...['text', 'Boolean', 3, -1, null].map((DataType) => ({ TagTypeName: 'A', DataType })),
    { TagTypeName: 'A', DataType: 'Numeric', Constraints: { DefaultValue: 'a' } },
    { TagTypeName: 'A', DataType: 'Date', Constraints: { DefaultValue: '02302024' } },
    { TagTypeName: 'A', DataType: 'String', Constraints: { DefaultValue: 5 } },
    { TagTypeName: 'A', DataType: 'String', Constraints: 'x' },
  ]) {
    const { status, headers } = await ann.api('POST', path, body);
    assert.equal(status, 400, JSON.stringify(body));
    assert.match(headers.get('content-type') ?? '', /problem\+json/);
  }
  assert.deepEqual((await ann.api('GET', path)).body, []);
});

test('a name is unique in its library ignoring case: 409; other libraries can have it', async () => {
  const { w, ann, path } = await worldWithLibrary();
  await makeTagType(ann, ann.libraryId, 'Straße');
  assert.equal((await ann.api('POST', path, { TagTypeName: 'STRASSE', DataType: 'Date' })).status, 409);
  await makeTagType(w.bob, w.bob.libraryId, 'Straße');
});

test('of concurrent creates of one name one succeeds and the others return 409', async () => {
  const { ann, path } = await worldWithLibrary();
  const answers = await Promise.all(
    ['Race', 'race', 'RACE', 'rAce'].map((TagTypeName) => ann.api('POST', path, { TagTypeName, DataType: 'String' })),
  );
  assert.deepEqual(
    answers.map(({ status }) => status).toSorted((a, b) => a - b),
    [201, 409, 409, 409],
  );
});

test('the list is ordered by name, in pages, without built-in types', async () => {
  const { ann, path } = await worldWithLibrary();
  for (const name of ['b', 'A', 'c', 'D', 'e']) await makeTagType(ann, ann.libraryId, name);
  assert.deepEqual(namesOf((await ann.api('GET', path)).body), ['A', 'b', 'c', 'D', 'e']);
  const pages = await everyPage<TagType>(ann, `${path}?top=2`);
  assert.deepEqual(pages.map(namesOf), [['A', 'b'], ['c', 'D'], ['e']]);
  for (const query of ['top=0', 'top=1001', 'after=x', 'after=W10']) {
    assert.equal((await ann.api('GET', `${path}?${query}`)).status, 400, query);
  }
});

test('every library has the built-in types, which are found by name in any case', async () => {
  const { w } = await worldWithLibrary();
  const corporateId = await makeLibrary(w.admin);
  for (const [person, libraryId] of [
    [w.ann, w.ann.libraryId],
    [w.admin, corporateId],
  ] as const) {
    const rows = [];
    for (const name of STATUS_TYPES) {
      const { status, body } = await person.api('GET', `/api/libraries/${libraryId}/tagtypes/&&_SERVICE_${name}`);
      assert.equal(status, 200);
      const [row, ...more] = body;
      assert.deepEqual(more, []);
      rows.push([row.TagTypeName, row.FlavorName, row.DataType, row.DataTypeName, row.Constraints]);
    }
    assert.deepEqual(rows, [
      ['&&_Service_Content_Status', 'Status', 0, 'String', NO_CONSTRAINTS],
      ['&&_Service_ToDo_Status', 'Status', 0, 'String', NO_CONSTRAINTS],
      ['&&_Service_Assigned_Date', 'Status', 2, 'Date', NO_CONSTRAINTS],
      ['&&_Service_Assigned_UserId', 'Status', 1, 'Numeric', NO_CONSTRAINTS],
    ]);
    assert.deepEqual((await person.api('GET', `/api/libraries/${libraryId}/tagtypes`)).body, []);
  }
});

test('by name: 404 names what is missing; without Read on the library 403 AccessDenied only', async () => {
  const { w, ann, path } = await worldWithLibrary();
  await makeTagType(ann, ann.libraryId, 'a/b %');
  assert.equal((await ann.api('GET', `${path}/${encodeURIComponent('A/B %')}`)).body[0].TagTypeName, 'a/b %');
  for (const name of ['Missing', '%00', 'x'.repeat(300)]) {
    const { status, body } = await ann.api('GET', `${path}/${name}`);
    assert.deepEqual([status, body.title], [404, 'There is no such tag type.'], name);
  }
  for (const id of [String(w.other.libraryId), '999999999', 'abc']) {
    const { status, body } = await ann.api('GET', `/api/libraries/${id}/tagtypes/x`);
    assert.deepEqual([status, body.title], [404, 'There is no such library.'], id);
  }
  for (const name of ['Missing', '&&_Service_ToDo_Status']) {
    const { status, headers, body } = await w.stranger.api('GET', `${path}/${name}`);
    assert.deepEqual([status, body], [403, { AccessDenied: true }]);
    assert.match(headers.get('content-type') ?? '', /^application\/json/);
  }
  await grant(app, w.bob, { libraryId: ann.libraryId }, { allow: ['Read'] });
  assert.equal((await w.bob.api('GET', `${path}/&&_Service_ToDo_Status`)).status, 200);
});

test('a tag type can be renamed, get other constraints, or both', async () => {
  const { ann, path } = await worldWithLibrary();
  const id = await makeTagType(ann, ann.libraryId, 'Size', { DataType: 'Numeric' });
  const renamed = await ann.api('PATCH', `${path}/${id}`, { TagTypeName: 'SIZE' });
  assert.deepEqual([renamed.status, renamed.body.TagTypeName, renamed.body.Constraints], [200, 'SIZE', NO_CONSTRAINTS]);
  const constrained = await ann.api('PATCH', `${path}/${id}`, { Constraints: { DefaultValue: '5' } });
  assert.deepEqual(
    [constrained.body.TagTypeName, JSON.parse(constrained.body.Constraints).DefaultValue],
    ['SIZE', '5'],
  );
  const both = await ann.api('PATCH', `${path}/${id}`, { TagTypeName: 'Weight', Constraints: { DefaultValue: null } });
  assert.deepEqual([both.body.TagTypeName, both.body.Constraints], ['Weight', NO_CONSTRAINTS]);
  assert.deepEqual((await ann.api('GET', path)).body, [both.body]);
});

test('invalid changes and taken names are refused', async () => {
  const { w, ann, path } = await worldWithLibrary();
  await makeTagType(ann, ann.libraryId, 'Taken');
  const id = await makeTagType(ann, ann.libraryId, 'Due', { DataType: 'Date' });
  for (const [body, status] of [
    [{ TagTypeName: '&&_Service_Due' }, 400],
    [{ Constraints: { DefaultValue: 'tomorrow' } }, 400],
    [{ TagTypeName: 'TAKEN' }, 409],
  ] as const) {
    assert.equal((await ann.api('PATCH', `${path}/${id}`, body)).status, status, JSON.stringify(body));
  }
  assert.equal((await ann.api('PATCH', `${path}/999999999`, { TagTypeName: 'x' })).status, 404);
  const foreign = await makeTagType(w.bob, w.bob.libraryId, 'Foreign');
  assert.equal((await ann.api('PATCH', `${path}/${foreign}`, { TagTypeName: 'x' })).status, 404);
});

test('the constraints of a library are replaced as a whole', async () => {
  const { ann, path } = await worldWithLibrary();
  const id = await makeTagType(ann, ann.libraryId, 'Due', { DataType: 'Date' });
  const set = await ann.api('PUT', `${path}/${id}/constraints`, { DefaultValue: '01312027', DataSetValues: null });
  assert.deepEqual([set.status, set.body.Constraints], [200, '{"DefaultValue":"01312027","DataSetValues":null}']);
  assert.equal((await ann.api('PUT', `${path}/${id}/constraints`, { DefaultValue: '31012027' })).status, 400);
  const cleared = await ann.api('PUT', `${path}/${id}/constraints`, { DefaultValue: null });
  assert.deepEqual([cleared.status, cleared.body.Constraints], [200, NO_CONSTRAINTS]);
});

test('built-in types cannot be changed: 400', async () => {
  const { ann, path } = await worldWithLibrary();
  const id = await statusTypeId(ann, ann.libraryId, 'ToDo_Status');
  assert.equal((await ann.api('PATCH', `${path}/${id}`, { TagTypeName: 'Mine' })).status, 400);
  assert.equal((await ann.api('PUT', `${path}/${id}/constraints`, { DefaultValue: 'Open' })).status, 400);
});

test('defining types requires Grant on the library; reading them Read', async () => {
  const { w, ann, path } = await worldWithLibrary();
  const id = await makeTagType(ann, ann.libraryId, 'Kind');
  await grant(app, w.bob, { libraryId: ann.libraryId }, { allow: ['Read', 'Write', 'Delete'] });
  assert.equal((await w.bob.api('GET', path)).status, 200);
  for (const [method, suffix, body] of [
    ['POST', '', { TagTypeName: 'x', DataType: 'String' }],
    ['PATCH', `/${id}`, { TagTypeName: 'x' }],
    ['PUT', `/${id}/constraints`, {}],
  ] as const) {
    assert.equal((await w.bob.api(method, `${path}${suffix}`, body)).status, 403, method);
  }
  const granter = await w.addPerson('Granter');
  await grant(app, granter, { libraryId: ann.libraryId }, { allow: ['Grant'] });
  assert.equal((await granter.api('PATCH', `${path}/${id}`, { TagTypeName: 'x' })).status, 200);
});

test('purging a library deletes its tag types', async () => {
  const { w } = await worldWithLibrary();
  const libraryId = await makeLibrary(w.admin);
  await makeTagType(w.admin, libraryId, 'Kind');
  await w.admin.api('DELETE', `/api/libraries/${libraryId}?purge=true`);
  await app.runJobs();
  assert.deepEqual([...(await app.sql`select from tag_types where library_id = ${libraryId}`)], []);
});
