import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type TSchema, Type } from 'typebox';
import type { Problem } from '../../errors.ts';
import { withoutAbsent } from './absent.ts';
import { assertBody, compileValidator } from './validation.ts';

type Verdict = { value?: unknown; error?: Problem };

function validate(httpPart: 'body' | 'querystring' | 'params', properties: Record<string, TSchema>, data: unknown) {
  const schema = Type.Object(properties);
  return compileValidator({ schema, httpPart, method: 'POST', url: '/' })(data) as Verdict;
}

const refusals = ({ error }: Verdict) => error?.errors.map(({ type, instance }) => [type, instance]);

test('bodies are never coerced', () => {
  const properties = {
    N: Type.Optional(Type.Integer()),
    B: Type.Optional(Type.Boolean()),
    S: Type.Optional(Type.String()),
  };
  for (const body of [{ N: '5' }, { N: true }, { N: 1.5 }, { B: 'true' }, { B: 1 }, { S: 5 }, { S: ['a'] }]) {
    const [name = ''] = Object.keys(body);
    assert.deepEqual(refusals(validate('body', properties, body)), [['/invalid_parameter', name]]);
  }
  assert.deepEqual(validate('body', properties, { N: 5, B: false, S: '' }).value, { N: 5, B: false, S: '' });
});

test('a missing body counts as an empty object, and required fields are reported', () => {
  assert.deepEqual(refusals(validate('body', { A: Type.String(), B: Type.Integer() }, undefined)), [
    ['/missing_parameter', 'A'],
    ['/missing_parameter', 'B'],
  ]);
  assert.deepEqual(validate('body', { A: Type.Optional(Type.String()) }, null).value, {});
});

test('errors have one entry per parameter, with its full path', () => {
  const verdict = validate(
    'body',
    { A: Type.String({ minLength: 2, pattern: '^x' }), List: Type.Array(Type.Object({ 'a/b': Type.Integer() })) },
    { A: '', List: [{ 'a/b': 1 }, { 'a/b': 'x' }, {}] },
  );
  assert.deepEqual(refusals(verdict), [
    ['/invalid_parameter', 'A'],
    ['/invalid_parameter', 'List.1.a/b'],
    ['/missing_parameter', 'List.2.a/b'],
  ]);
  assert.equal(verdict.error?.message, verdict.error?.errors[0]?.detail);
});

test('query integers and booleans in any case are parsed, nothing else', () => {
  const properties = {
    n: Type.Optional(Type.Integer()),
    b: Type.Optional(Type.Boolean()),
    s: Type.Optional(Type.String()),
  };
  assert.deepEqual(validate('querystring', properties, { n: '5', b: 'True', s: '1e3' }).value, {
    n: 5,
    b: true,
    s: '1e3',
  });
  assert.deepEqual(validate('querystring', properties, { n: '-5', b: 'false' }).value, { n: -5, b: false });
  for (const n of ['1e3', '0x10', '1.5', ' 5', '5 ', 'abc', '+5', 'Infinity', 'NaN', ['1', '2']]) {
    assert.deepEqual(refusals(validate('querystring', properties, { n })), [['/invalid_parameter', 'n']], String(n));
  }
  for (const b of ['1', 'yes', 'tru', ['true', 'true']]) {
    assert.deepEqual(refusals(validate('querystring', properties, { b })), [['/invalid_parameter', 'b']], String(b));
  }
});

test('an empty value in a query means absent, as in a body', () => {
  const properties = { n: Type.Optional(Type.Integer()), b: Type.Optional(Type.Boolean()), s: Type.String() };
  assert.deepEqual(validate('querystring', properties, { n: '', b: '', s: 'x' }).value, { s: 'x' });
  assert.deepEqual(refusals(validate('querystring', properties, { s: '' })), [['/missing_parameter', 's']]);
});

test('a malformed id in a path returns 404 for its kind', () => {
  const properties = { folderId: Type.Integer() };
  assert.deepEqual(validate('params', properties, { folderId: '12' }).value, { folderId: 12 });
  for (const folderId of ['abc', '-1', '0', '1.5', '1e3', '01', '9007199254740992', '9223372036854775808', '', ' 1']) {
    const { error } = validate('params', properties, { folderId });
    assert.deepEqual([error?.status, error?.message], [404, 'There is no such folder.'], folderId);
  }
});

test('the same check applies to values that are not bodies', () => {
  const schema = Type.Object({ A: Type.Integer() }, { additionalProperties: false });
  assertBody(schema, { A: 1 });
  assert.throws(() => assertBody(schema, { A: 1, B: 2 }), { status: 400, message: 'B is not known here.' });
});

test('null, "" and [] are removed from bodies and from elements of arrays; 0 and false are not', () => {
  const full = { a: null, b: '', c: [], d: 0, e: false, f: {}, g: [null], h: ' ' };
  const kept = { d: 0, e: false, f: {}, g: [null], h: ' ' };
  assert.deepEqual(withoutAbsent(full), kept);
  assert.deepEqual(withoutAbsent([full, 5, null]), [kept, 5, null]);
  for (const body of [undefined, null, 'text', 5]) assert.equal(withoutAbsent(body), body);
});
