/** The description of the API is valid OpenAPI 3.1 for tools that other people use. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { test } from 'node:test';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { Validator } from '@seriousme/openapi-schema-validator';

// script/test and script/generate keep the file fresh (generated.test.ts).
const path = resolve(import.meta.dirname, '../../openapi.json');
const text = await readFile(path, 'utf8');

test('openapi.json has the structure that the OpenAPI 3.1 schema demands', async () => {
  const validator = new Validator();
  const { valid, errors } = await validator.validate(text);
  assert.deepEqual([valid, errors, validator.version], [true, undefined, '3.1']);
});

// 405 and Allow belong to addresses, which the format cannot say; a probe refuses nobody; Carrel has no public license.
const NOT_OURS = { 'no-unused-components': 'off', 'operation-4xx-response': 'off', 'info-license': 'off' } as const;

test('openapi.json keeps the recommended rules of Redocly: schemas, references, parameters, names and texts', async () => {
  const config = await createConfig({ extends: ['recommended'], rules: NOT_OURS });
  const problems = await lintFromString({ source: text, absoluteRef: path, config });
  const found = problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer ?? ''}`);
  assert.deepEqual(found, []);
});

test('every operation documents its success response', () => {
  type Operation = { responses: Record<string, unknown> };
  const { paths } = JSON.parse(text) as { paths: Record<string, Record<string, Operation>> };
  const without = Object.entries(paths).flatMap(([address, operations]) =>
    Object.entries(operations)
      .filter(([, { responses }]) => !Object.keys(responses).some((status) => /^[23]/.test(status)))
      .map(([method]) => `${method} ${address}`),
  );
  assert.deepEqual(without, []);
  for (const address of [
    '/api/temp/{identifier}',
    '/api/uploads/{identifier}',
    '/link/{reference}/uploads/{identifier}',
  ]) {
    assert.ok(paths[address]?.['head'] !== undefined, `HEAD ${address}`);
  }
});

test('every tag has an operation', () => {
  type Tagged = { tags: string[] };
  const { tags, paths } = JSON.parse(text) as {
    tags: { name: string }[];
    paths: Record<string, Record<string, Tagged>>;
  };
  const used = new Set(Object.values(paths).flatMap((methods) => Object.values(methods).flatMap((one) => one.tags)));
  assert.deepEqual(
    tags.map(({ name }) => name).filter((name) => !used.has(name)),
    [],
  );
});

test('every operation has an id of its own, texts, and a description for each status', () => {
  type Described = { operationId?: string; summary?: string; description?: string };
  type Operation = Described & { responses: Record<string, { $ref?: string; description?: string }> };
  const { paths } = JSON.parse(text) as { paths: Record<string, Record<string, Operation>> };
  const all = Object.values(paths).flatMap((operations) => Object.values(operations));
  const ids = all.map(({ operationId }) => operationId ?? '');
  assert.deepEqual(
    ids.filter((id, index) => !/^[a-z]+[A-Z]\w+$/.test(id) || ids.indexOf(id) !== index),
    [],
  );
  const incomplete = all.filter(({ summary = '', description = '' }) => summary === '' || description === '');
  assert.deepEqual(incomplete, []);
  const vague = all.flatMap(({ operationId, responses }) =>
    Object.entries(responses)
      .filter(([status, { $ref, description = '' }]) => {
        return (
          !/^\d{3}$/.test(status) || ($ref === undefined && (description === '' || description.startsWith('Default')))
        );
      })
      .map(([status]) => `${operationId}: ${status}`),
  );
  assert.deepEqual(vague, []);
});

type Node = {
  $ref?: string;
  description?: string;
  properties?: Record<string, Node>;
  anyOf?: Node[];
  oneOf?: Node[];
  allOf?: Node[];
  items?: Node;
  additionalProperties?: Node | boolean;
};
type Content = Record<string, { schema?: Node }>;
type Documented = {
  operationId: string;
  parameters?: (Node & { name: string })[];
  requestBody?: { content: Content };
  responses: Record<string, { content?: Content }>;
};

const { paths, components } = JSON.parse(text) as {
  paths: Record<string, Record<string, Documented>>;
  components: { schemas: Record<string, Node> };
};
const operations = Object.values(paths).flatMap((methods) => Object.values(methods));

test('every property and parameter has a description', () => {
  const missing = [
    ...Object.entries(components.schemas).flatMap(([name, schema]) => undescribed(schema, name)),
    ...operations.flatMap(({ operationId, parameters = [], requestBody, responses }) => [
      ...parameters.filter((one) => !isDescribed(one)).map(({ name }) => `${operationId}?${name}`),
      ...[requestBody, ...Object.values(responses)]
        .flatMap((part) => Object.values(part?.content ?? {}))
        .flatMap(({ schema }) => (schema === undefined ? [] : undescribed(schema, operationId))),
    ]),
  ];
  assert.deepEqual(missing, []);
});

test('every JSON request body is a named schema', () => {
  const missing = operations.filter(({ requestBody }) => {
    const json = requestBody?.content['application/json'];
    return json !== undefined && json.schema?.$ref === undefined;
  });
  assert.deepEqual(
    missing.map(({ operationId }) => operationId),
    [],
  );
});

/** A reference leads to a named schema, which says what it is. */
function isDescribed({ $ref, description, anyOf = [], allOf = [] }: Node): boolean {
  return [$ref, description].some(Boolean) || [...anyOf, ...allOf].some((one) => isDescribed(one));
}

/** The properties below a schema that have no description. */
function undescribed(schema: Node, at: string): string[] {
  const { properties = {}, items, additionalProperties, anyOf = [], oneOf = [], allOf = [] } = schema;
  const inner = [items, additionalProperties, ...anyOf, ...oneOf, ...allOf];
  return [
    ...Object.entries(properties).flatMap(([name, property]) => [
      ...(isDescribed(property) ? [] : [`${at}.${name}`]),
      ...undescribed(property, `${at}.${name}`),
    ]),
    ...inner.flatMap((one) => (typeof one === 'object' ? undescribed(one, at) : [])),
  ];
}
