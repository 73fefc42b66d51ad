import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { test } from 'node:test';
import type { FastifyError } from 'fastify';
import { startApp } from '../../../test/harness.ts';
import { PROBLEM_TYPES, Problem, type ProblemType } from '../errors.ts';
import { problemFrom } from './problems.ts';

const app = await startApp({}, { own: 'changes the schema' });

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

test('an error is application/problem+json with status, type, title, detail, instance and errors', async () => {
  const { ann } = await app.world();
  const { status, headers, body } = await ann.api('GET', '/api/folders/999999999?embed=f');
  assert.equal(status, 404);
  assert.match(headers.get('content-type') ?? '', /^application\/problem\+json/);
  assert.deepEqual(body, {
    status: 404,
    type: '/not_found',
    title: 'There is no such folder.',
    detail: '',
    instance: '/api/folders/999999999',
    errors: [],
  });
});

test('a 400 lists every offending parameter, and its title is the first of them', async () => {
  const { admin } = await app.world();
  const { body } = await admin.api('PATCH', '/api/settings', { EnablePurging: 5, NewLinkExperience: 'x', Typo: 1 });
  assert.deepEqual(
    body.errors.map(({ type, instance }: Record<string, string>) => [type, instance]),
    [
      ['/invalid_parameter', 'Typo'],
      ['/invalid_parameter', 'EnablePurging'],
      ['/invalid_parameter', 'NewLinkExperience'],
    ],
  );
  assert.equal(body.title, body.errors[0].detail);
  for (const entry of body.errors) assert.deepEqual(Object.keys(entry), ['type', 'title', 'instance', 'detail']);
});

test('an unknown path returns 404 with or without a token', async () => {
  const { ann, anonymous } = await app.world();
  for (const person of [ann, anonymous]) {
    for (const path of [
      '/api',
      '/api/',
      '/api/nothing',
      '/api/folders',
      '/api/folders/',
      '/api/folders/1/nothing',
      '/x',
    ]) {
      for (const method of ['GET', 'POST', 'DELETE']) {
        const { status, body } = await person.api(method, path);
        assert.deepEqual([status, body.type, body.instance], [404, '/not_found', path], `${method} ${path}`);
      }
    }
  }
});

test('an unknown path returns 404 and a wrong method 405 with Allow, whatever the media type', async () => {
  const { ann } = await app.world();
  for (const [method, path, expected, allow] of [
    ['POST', '/api/nothing', 404, null],
    ['PUT', '/api/libraries', 405, 'GET, HEAD, POST'],
    ['POST', `/api/libraries/${ann.libraryId}`, 405, 'DELETE, GET, HEAD, PATCH'],
  ] as const) {
    for (const type of ['application/xml', 'multipart/form-data', 'image/png', 'application/json']) {
      const headers = { authorization: `Bearer ${ann.token}`, 'content-type': type, 'content-encoding': 'gzip' };
      const answer = await fetch(new URL(path, app.url), { method, headers, body: '<x/>' });
      const allowed = answer.headers.get('allow')?.split(', ').sort().join(', ') ?? null;
      assert.deepEqual([answer.status, allowed], [expected, allow], `${method} ${path} ${type}`);
    }
  }
});

test('an unsupported method returns 405 with the Allow of that path', async () => {
  const { ann, anonymous } = await app.world();
  for (const [method, path, allowed] of [
    ['PUT', '/api/libraries', 'GET, HEAD, POST'],
    ['DELETE', '/api/libraries/', 'GET, HEAD, POST'],
    ['POST', '/api/folders/1', 'DELETE, GET, HEAD, PATCH'],
    ['GET', '/api/folders/1/restore', 'PATCH'],
    ['OPTIONS', '/api/folders/1/restore?x=1', 'PATCH'],
    ['POST', '/healthz', 'GET, HEAD'],
  ] as const) {
    for (const person of [ann, anonymous]) {
      const { status, headers, body } = await person.api(method, path);
      assert.deepEqual([status, body.type], [405, '/method_not_allowed'], `${method} ${path}`);
      assert.equal(headers.get('allow')?.split(', ').sort().join(', '), allowed);
    }
  }
});

test('every answer has its own id in X-Request-Id', async () => {
  const { ann, anonymous } = await app.world();
  const ids = new Set<string>();
  const answers = [
    await ann.api('GET', '/api/libraries'),
    await ann.api('GET', '/api/folders/abc'),
    await ann.api('GET', '/api/folders/%zz'),
    await ann.api('GET', '/nothing'),
    await ann.api('PUT', '/api/libraries'),
    await ann.api('POST', '/api/libraries', {}),
    await anonymous.api('GET', '/api/libraries'),
    await anonymous.api('GET', '/healthz'),
    await anonymous.api('GET', '/api/openapi.json', undefined, { 'x-request-id': 'forged' }),
  ];
  for (const { headers } of answers) {
    const id = headers.get('x-request-id') ?? '';
    assert.match(id, UUID);
    ids.add(id);
  }
  assert.equal(ids.size, answers.length);
});

test('a 500 shows no SQL, stack or path; its request id leads to the log, which has them', async () => {
  const broken = await startApp({}, { own: 'loses a table' });
  const { ann } = await broken.world();
  await broken.sql`alter table libraries rename to broken_by_test`;
  const { status, headers, body } = await ann.api('GET', '/api/libraries');
  const requestId = headers.get('x-request-id');
  assert.deepEqual(body, {
    status: 500,
    type: '/internal_error',
    title: 'Something went wrong on the server; the request id leads to its log.',
    detail: '',
    instance: '/api/libraries',
    errors: [],
    requestId,
  });
  assert.equal(status, 500);
  const logged = broken.logs.filter((line) => line['reqId'] === requestId && line['level'] === 50);
  assert.equal(logged.length, 1);
  assert.match(JSON.stringify(logged[0]), /relation .*libraries.* does not exist/);
  assert.equal((await ann.api('POST', `/api/libraries/${ann.libraryId}/folders`, { FolderName: 'x' })).status, 500);
});

test('malformed HTTP returns 400 and closes the connection', async () => {
  for (const [sent, title] of [
    ['nonsense\r\n\r\n', /not a well-formed HTTP request/],
    ['GET / HTTP/1.1\r\nConnection: close\r\n\r\n', /no Host header/],
    [`GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`, /head of the request is too large/],
  ] as const) {
    const socket = connect(Number(new URL(app.url).port), '127.0.0.1');
    let answer = '';
    socket.setEncoding('utf8').on('data', (chunk: string) => (answer += chunk));
    socket.write(sent);
    await once(socket, 'close');
    assert.match(answer, /^HTTP\/1\.1 400 /);
    assert.match(answer, /\r\nX-Request-Id: [0-9a-f-]{36}\r\n/i);
    const [head = '', text = ''] = answer.split('\r\n\r\n');
    const body = JSON.parse(text);
    if (/Host/.test(String(title))) assert.match(head, /\r\nx-content-type-options: nosniff/);
    assert.match(body.title, title);
    assert.deepEqual([body.status, body.type, body.errors], [400, '/validation_error', []]);
  }
});

test('library errors become the problem of their status, and unknown ones a 500', () => {
  const of = (error: object) => problemFrom(Object.assign(new Error('internal text'), error) as FastifyError);
  // Of several types of a status, the first is the general one.
  const general = Map.groupBy(Object.entries(PROBLEM_TYPES), ([, status]) => status);
  for (const [status, [first]] of general) {
    const problem = of({ statusCode: status });
    assert.deepEqual([problem.type, problem.status], [first?.[0], status]);
  }
  assert.equal(of({ statusCode: 403 }).type, '/forbidden');
  for (const error of [{}, { statusCode: 418 }, { code: 'EACCES' }, { code: 'ENOENT', syscall: 'open' }]) {
    const problem = of(error);
    assert.equal(problem.type, '/internal_error');
    assert.doesNotMatch(problem.message, /internal text/);
  }
  for (const error of [
    { code: 'ECONNREFUSED' },
    { code: 'CONNECTION_CLOSED' },
    { code: 'ENOENT', syscall: 'connect' },
  ]) {
    const problem = of(error);
    assert.deepEqual([problem.type, problem.headers['retry-after']], ['/unavailable', '5']);
  }
});

test('each problem type has one status', () => {
  for (const [type, status] of Object.entries(PROBLEM_TYPES)) {
    assert.equal(new Problem(type as ProblemType, 'x').status, status);
  }
});
