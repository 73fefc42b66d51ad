/** The examples of openapi.json are requests that the described API takes. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

type Media = { schema: object; example?: unknown };
type Operation = { operationId: string; requestBody?: { content: Record<string, Media> } };
type Description = { paths: Record<string, Record<string, Operation>> };

const description = JSON.parse(
  await readFile(resolve(import.meta.dirname, '../../openapi.json'), 'utf8'),
) as Description;

const bodies = Object.entries(description.paths).flatMap(([path, operations]) =>
  Object.entries(operations).flatMap(([method, { operationId, requestBody }]) => {
    const media = requestBody?.content['application/json'];
    return media === undefined ? [] : [{ operationId, media, at: [path, method, 'requestBody'] }];
  }),
);

/** The schema of a body under the id with which the whole description was added. */
const schemaAt = (id: string, at: string[]) => {
  const steps = ['paths', ...at, 'content', 'application/json', 'schema'];
  const pointer = steps.map((step) => encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1')));
  return { $ref: `${id}#/${pointer.join('/')}` };
};

function refused(id: string, whole: object): string[] {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addSchema({ $id: id, ...whole });
  return bodies.flatMap(({ operationId, media, at }) => {
    const validate = ajv.compile(schemaAt(id, at));
    return validate(media.example) ? [] : [`${operationId}: ${ajv.errorsText(validate.errors)}`];
  });
}

/** The same description, in which no object takes a property that it does not name. */
function closed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closed);
  if (typeof value !== 'object' || value === null) return value;
  const copy = Object.fromEntries(Object.entries(value).map(([key, part]) => [key, closed(part)]));
  return copy['type'] === 'object' && copy['properties'] !== undefined
    ? { additionalProperties: false, ...copy }
    : copy;
}

test('every JSON request body has an example that its schema accepts', () => {
  assert.ok(bodies.length > 40, 'The bodies were not found.');
  assert.deepEqual(refused('https://carrel.test/openapi.json', description), []);
});

test('an example names no property that its schema does not have', () => {
  assert.deepEqual(refused('https://carrel.test/closed.json', closed(description) as object), []);
});
