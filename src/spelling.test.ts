import assert from 'node:assert/strict';
import { request as httpRequest } from 'node:http';
import { test } from 'node:test';
import { Type } from 'typebox';
import { startApp } from '../test/harness.ts';
import { makeTagType } from '../test/factories/tags.ts';
import { taskBody } from '../test/factories/tasks.ts';
import { begin } from './insight/reports/reports.fixture.ts';
import type { ProblemEntry } from './platform/errors.ts';
import { normalizeSpelling, shapeOf } from './platform/http/request/spelling.ts';

const app = await startApp();

async function worldWithDocument() {
  const w = await app.world();
  const { ann } = w;
  const folderId = await ann.folder(ann.libraryId, 'Plans');
  const documentId = await ann.document(folderId, 'Plan.txt');
  return { ...w, folderId, documentId, folder: `/api/folders/${folderId}`, document: `/api/documents/${documentId}` };
}

type World = Awaited<ReturnType<typeof worldWithDocument>>;

/** Every body that gives somebody something or protects something, complete and right. */
function protectingRequests(w: World) {
  const { admin, ann, bob, folder, document, documentId } = w;
  const bobs = `/api/users/${bob.userId}`;
  return [
    [ann, 'POST', `${folder}/share`, { AllowView: true }],
    [ann, 'POST', `${document}/share`, { AllowView: true }],
    [ann, 'POST', `${bobs.replace(String(bob.userId), String(ann.userId))}/tokens`, { Name: 'Sync' }],
    [ann, 'PUT', `${folder}/permissions`, [{ UserId: bob.userId, Allow: ['Read'] }]],
    [ann, 'POST', '/api/tasks', taskBody(app, documentId, bob.email)],
    [admin, 'POST', '/api/users', { Email: `x@${crypto.randomUUID()}.test`, Name: 'X' }],
    [admin, 'PATCH', bobs, { Name: 'Robert' }],
    [admin, 'POST', '/api/groups', { GroupName: crypto.randomUUID() }],
    [admin, 'PATCH', '/api/settings', { EnablePurging: true, PasswordPolicy: { MinLength: 9 } }],
  ] as const;
}

test('a property name is matched ignoring case, at every level', async () => {
  const w = await worldWithDocument();
  for (const [person, method, path, body] of protectingRequests(w)) {
    const answer = await person.api(method, path, JSON.parse(inCapitals(body)));
    assert.ok(answer.status < 300, `${method} ${path}: ${answer.text}`);
  }
  const { body } = await w.ann.api('GET', `${w.folder}/permissions`);
  assert.deepEqual([body[0].UserId, body[0].Allow], [w.bob.userId, ['Read']]);
  assert.equal((await w.admin.api('GET', '/api/settings')).body.PasswordPolicy.MinLength, 9);
});

// The names of properties and nothing else.
function inCapitals(body: unknown): string {
  return JSON.stringify(body).replaceAll(/"(\w+)":/g, (name) => name.toUpperCase());
}

test('a password in lower case protects a link', async () => {
  const { ann, folder } = await worldWithDocument();
  const { body } = await ann.api('POST', `${folder}/share`, { allowview: true, password: 'correct horse battery' });
  assert.deepEqual([body.AllowView, body.HasPassword], [true, true]);
});

test('an unknown property with a value returns 400 where it may be a protection, and nothing is created', async () => {
  const w = await worldWithDocument();
  for (const [person, method, path, body] of protectingRequests(w)) {
    const isList = Array.isArray(body);
    const wrong = (more: object) => (isList ? body.map((entry) => ({ ...entry, ...more })) : { ...body, ...more });
    const { status, text } = await person.api(method, path, wrong({ MaxVisits: 3, Audience: ['read'] }));
    assert.equal(status, 400, `${method} ${path}: ${text}`);
    for (const name of ['MaxVisits', 'Audience']) assert.match(text, new RegExp(`${name} is not known here`), path);
  }
  assert.deepEqual((await w.ann.api('GET', `${w.folder}/share`)).body, []);
  assert.deepEqual((await w.ann.api('GET', `${w.folder}/permissions`)).body, []);
});

test('every operation on something protective refuses unknown properties', async () => {
  const { admin } = await app.world();
  const { paths, components } = (await admin.api('GET', '/api/openapi.json')).body as {
    paths: Record<string, Record<string, Described>>;
    components: { schemas: Record<string, Body> };
  };
  const resolved = (schema?: Body): Body | undefined =>
    schema?.$ref === undefined ? schema : components.schemas[schema.$ref.split('/').at(-1) ?? ''];
  const tags = new Set(['Sharing', 'Permissions', 'Tasks', 'Users', 'Groups', 'Tokens', 'Settings']);
  const asked = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, { tags: [tag = ''] = [], requestBody }]) => {
      const schema = resolved(requestBody?.content['application/json']?.schema);
      const isObject = schema?.type !== 'array' || resolved(schema.items)?.type === 'object';
      return schema !== undefined && isObject && tags.has(tag) ? [{ path, method, schema }] : [];
    }),
  );
  assert.ok(asked.length > 15);
  for (const { path, method, schema } of asked) {
    // The form of a body is checked before anything is looked up.
    const address = path.replaceAll(/\{\w+\}/g, '1');
    const body = schema.type === 'array' ? [{ Nonsense: 3 }] : { Nonsense: 3 };
    const { status, text } = await admin.api(method.toUpperCase(), address, body);
    assert.deepEqual([status, /Nonsense is not known here/.test(text)], [400, true], `${method} ${path}: ${text}`);
  }
});

type Described = {
  tags?: string[];
  requestBody?: { content: Record<string, { schema: Body }> };
};
type Body = { $ref?: string; type?: string; items?: Body };

test('an unknown property without a value is ignored, as is one in a body without protections', async () => {
  const { ann, folder, document } = await worldWithDocument();
  const unused = { Other: null, Off: false, None: 0, Text: '', List: [] };
  assert.equal((await ann.api('POST', `${folder}/share`, { AllowView: true, ...unused })).status, 200);
  assert.equal((await ann.api('PATCH', document, { DocumentName: 'Plan B.txt', Color: 'red' })).status, 200);
});

test('an answer can be sent back, and a share may contain properties of the other kind', async () => {
  const { admin, ann, bob, folder, document } = await worldWithDocument();
  const { body: share } = await ann.api('POST', `${document}/share`, { AllowView: true, AllowUpload: true });
  const { ExpiresOn: _, ...again } = share;
  for (const path of [`${folder}/share`, `${document}/share`]) {
    const body = { ...again, AllowUpload: true, AllowEdit: true, ShareType: 'Content' };
    assert.equal((await ann.api('POST', path, body)).status, 200);
  }
  const { body: user } = await admin.api('GET', `/api/users/${bob.userId}`);
  assert.equal((await admin.api('PATCH', `/api/users/${bob.userId}`, user)).status, 200);
  await ann.api('PUT', `${folder}/permissions`, [{ UserId: bob.userId, Allow: ['Read'] }]);
  const { body: entries } = await ann.api('GET', `${folder}/permissions`);
  assert.equal((await ann.api('PUT', `${folder}/permissions`, entries)).status, 200);
  const { body: settings } = await admin.api('GET', '/api/settings');
  assert.equal((await admin.api('PATCH', '/api/settings', settings)).status, 200);
});

test('a change of a link lists properties that cannot be changed', async () => {
  const { ann, folder } = await worldWithDocument();
  const { body: share } = await ann.api('POST', `${folder}/share`, { AllowView: true });
  const path = `${folder}/shares/${share.ShareId}`;
  const { status, body } = await ann.api('PATCH', path, { ExpireStyle: 'never', Recipients: ['eve@people.test'] });
  assert.deepEqual([status, body.errors[0].instance], [400, 'Recipients']);
  assert.equal((await ann.api('PATCH', path, { expirestyle: 'Days', EXPIRATIONVALUE: 2 })).status, 200);
});

test('a task reports an unknown property along with all other invalid fields', async () => {
  const { ann, bob, documentId } = await worldWithDocument();
  const wrong = { ...taskBody(app, documentId, bob.email), DueDate: 'soon', Reminder: '2026-03-05' };
  const { status, body } = await ann.api('POST', '/api/tasks', wrong);
  assert.equal(status, 400);
  assert.deepEqual(Object.keys(body.ModelState), ['createTask.Reminder', 'createTask.DueDate']);
});

test('two properties that differ in case only return 400', async () => {
  const { ann, folder, document } = await worldWithDocument();
  for (const [path, method, body] of [
    [`${folder}/share`, 'POST', { AllowView: true, Password: 'correct horse battery', password: null }],
    [document, 'PATCH', { DocumentName: 'a.txt', documentname: 'b.txt' }],
  ] as const) {
    const answer = await ann.api(method, path, body);
    assert.equal(answer.status, 400);
    assert.match(answer.body.title, /is given twice/);
  }
});

test('values of enumerations are compared without case, in bodies and in queries', async () => {
  const { admin, ann, bob, folder, documentId } = await worldWithDocument();
  const share = { AllowView: true, AllowUpload: true, ExpireStyle: 'DAYS', ExpirationValue: 1, ShareType: 'template' };
  const { status, body } = await ann.api('POST', `${folder}/share`, share);
  assert.deepEqual([status, body.ShareType], [200, 'Template']);
  const entry = { UserId: bob.userId, Allow: ['READ'], Deny: ['write'] };
  assert.equal((await ann.api('PUT', `${folder}/permissions`, [entry])).status, 200);
  const task = taskBody(app, documentId, bob.email, { Type: 'approval' });
  assert.equal((await ann.api('POST', '/api/tasks', task)).status, 200);
  const shares = await admin.api('GET', '/api/admin/shares?status=ACTIVE');
  assert.deepEqual([shares.status, shares.body.length], [200, 1]);
});

test('names of query parameters are compared without case, and unknown ones are ignored', async () => {
  const { ann, folder, folderId, documentId } = await worldWithDocument();
  await ann.document(folderId, 'Second.txt');
  const page = await ann.api('GET', `${folder}/documents?Top=1&ORDERBY=name&color=red`);
  assert.equal(page.body.length, 1);
  const next = new URL(/<([^>]+)>/.exec(page.headers.get('link') ?? '')?.[1] ?? '');
  const second = await ann.api('GET', `${next.pathname}${next.search.replace('after=', 'After=')}`);
  assert.deepEqual([second.body[0].DocumentName, second.headers.get('link')], ['Second.txt', null]);
  assert.equal((await ann.api('DELETE', `/api/documents/${documentId}?Purge=TRUE`)).status, 204);
  assert.deepEqual((await ann.api('GET', '/api/trash')).body, [], 'it is deleted permanently');
});

test('a list in a query may be repeated, separated by commas, or both', async () => {
  const { admin, ann, folder, folderId, documentId } = await worldWithDocument();
  await ann.api('POST', `${folder}/folders`, { FolderName: 'Inner' });
  for (const query of ['embed=f&embed=d', 'embed=F,d', 'embed=f,d&embed=d', 'EMBED=f&embed=d']) {
    const { body } = await ann.api('GET', `${folder}?${query}`);
    assert.deepEqual([body.Embedded.Folders.length, body.Embedded.Documents.length], [1, 1], query);
  }
  for (const query of [`folders=${folderId}&documents=${documentId}`, `Folders=${folderId}&folders=${folderId}`]) {
    assert.equal((await ann.api('HEAD', `/api/folders/zipcontent?${query}`)).status, 200, query);
  }
  for (const query of ['status=open,expired', 'Status=Open&status=Expired', 'status=open&status=expired']) {
    await begin(admin, `tasks/task-report?${query}`);
  }
  const wrong = await admin.api('POST', '/api/async/tasks/task-report?status=open,nonsense');
  assert.deepEqual([wrong.status, wrong.body.errors[0].instance], [400, 'status']);
});

test('a repeated parameter that is not a list returns 400, in any spelling', async () => {
  const { ann, folder } = await worldWithDocument();
  for (const query of ['top=1&top=2', 'Top=1&top=2']) {
    const { status, body } = await ann.api('GET', `${folder}/documents?${query}`);
    assert.deepEqual([status, body.errors[0].instance], [400, 'top'], query);
  }
});

test('data types may be numbers and constraints texts, as in answers', async () => {
  const { ann } = await worldWithDocument();
  const path = `/api/libraries/${ann.libraryId}/tagtypes`;
  for (const [DataType, name] of [
    [0, 'String'],
    [2, 'Date'],
    ['numeric', 'Numeric'],
  ]) {
    const { status, body } = await ann.api('POST', path, { TagTypeName: `Type ${DataType}`, DataType });
    assert.deepEqual([status, body.DataTypeName], [201, name]);
  }
  assert.equal((await ann.api('POST', path, { TagTypeName: 'Type', DataType: 3 })).status, 400);
  const id = await makeTagType(ann, ann.libraryId, 'City', { Constraints: { DefaultValue: 'Rome' } });
  const [city] = (await ann.api('GET', `${path}/City`)).body;
  for (const Constraints of [city.Constraints, '{"defaultvalue": "Oslo"}']) {
    const { status, body } = await ann.api('PATCH', `${path}/${id}`, { Constraints });
    assert.deepEqual(
      [status, JSON.parse(body.Constraints).DefaultValue],
      [200, JSON.parse(Constraints).DefaultValue ?? 'Oslo'],
    );
  }
  for (const Constraints of ['Rome', '[]', '7', '{"DefaultValue": 7}']) {
    assert.equal((await ann.api('PATCH', `${path}/${id}`, { Constraints })).status, 400, Constraints);
  }
});

test('a change of a tag type without effect returns the tag type', async () => {
  const { ann } = await worldWithDocument();
  const path = `/api/libraries/${ann.libraryId}/tagtypes`;
  const id = await makeTagType(ann, ann.libraryId, 'City');
  const unchanged = (await ann.api('GET', `${path}/City`)).body;
  for (const change of [{}, { TagTypeName: null, Constraints: null }]) {
    const { status, body } = await ann.api('PATCH', `${path}/${id}`, change);
    assert.deepEqual([status, [body]], [200, unchanged]);
  }
});

test('repeated slashes in a path are one', async () => {
  const { ann, folder, folderId } = await worldWithDocument();
  const { body } = await ann.api('GET', folder);
  for (const path of [`//api//folders///${folderId}`, `/api/folders/${folderId}//`, `//api/folders/${folderId}?x=//`]) {
    // As raw text: a URL would take the first part for a host.
    assert.deepEqual(JSON.parse((await rawGet(path, ann.token)).text), body, path);
  }
  await ann.folder(ann.libraryId, 'Second');
  const page = await rawGet(`//api/libraries/${ann.libraryId}//folders?top=1`, ann.token);
  assert.match(String(page.link), /^<http:\/\/carrel\.test\/api\/libraries\/\d+\/folders\?top=1&after=/);
  assert.equal((await rawGet('//evil.test/%2e%2e', ann.token)).status, 404);
  assert.equal((await ann.api('PATCH', '/api/tasks//cancel')).status, 400);
});

async function rawGet(path: string, token: string) {
  const { promise, resolve, reject } = Promise.withResolvers<{ status?: number; link?: unknown; text: string }>();
  const { hostname, port } = new URL(app.url);
  const sent = httpRequest({ hostname, port, path, headers: { authorization: `Bearer ${token}` } }, (answer) => {
    let text = '';
    answer.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
    answer.on('end', () => resolve({ status: answer.statusCode ?? 0, link: answer.headers.link, text }));
  });
  sent.on('error', reject).end();
  return promise;
}

test('names with a meaning in JavaScript are neither known nor kept', () => {
  const shape = shapeOf(Type.Object({ Name: Type.String() }));
  const unknown: ProblemEntry[] = [];
  const body = normalizeSpelling(
    JSON.parse('{"name": "x", "__proto__": {"IsSiteAdmin": true}, "constructor": 1}'),
    shape,
    unknown,
  );
  assert.deepEqual(Object.entries(body as object), [['Name', 'x']]);
  assert.equal(Object.getPrototypeOf(body), Object.prototype);
  assert.deepEqual(
    unknown.map(({ instance }) => instance),
    ['__proto__', 'constructor'],
  );
});
