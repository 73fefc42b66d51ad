/** The service accepts the examples of openapi.json, with ids replaced by those of real things. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { test } from 'node:test';
import type { Answer, Client } from '../client.ts';
import { startApp } from '../harness.ts';
import { type Line, ROLES } from './access/lines.ts';
import { prepare } from './access/requests.ts';
import { ACCESS } from './access/table.ts';
import { type Make, thingsOf, worldWithReader } from './access/things.ts';
import { type Example, STATES } from './openapi/example-states.ts';

type Media = { example?: Example };
type Operation = {
  operationId: string;
  requestBody?: { content: Record<string, Media> };
  responses: Record<string, object>;
};
type Description = { paths: Record<string, Record<string, Operation>> };

const app = await startApp();
const w = await worldWithReader(app);
const { paths } = JSON.parse(await readFile(resolve(import.meta.dirname, '../../openapi.json'), 'utf8')) as Description;

/** Makers of the things whose ids stand in examples, by property. */
const IDS: Record<string, string> = {
  DocumentId: 'documentId',
  DocumentIds: 'documentId',
  FolderId: 'folderId',
  FolderIds: 'folderId',
  LibraryId: 'libraryId',
  ShareIds: 'shareId',
  TagTypeId: 'tagTypeId',
  UserId: 'readerId',
  // The example deactivates them.
  UserIds: 'leaverId',
};

const withoutNames = (path: string) => path.replaceAll(/:\w+|\{\w+\}/g, ':');
const LINES = new Map(Object.entries(ACCESS).map(([route, line]) => [withoutNames(route), { route, line }]));

const operations = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).flatMap(([method, { operationId, requestBody, responses }]) => {
    const example = requestBody?.content['application/json']?.example;
    return example === undefined ? [] : [{ operationId, example, responses, method: method.toUpperCase(), path }];
  }),
);

test('every state belongs to an operation with an example', () => {
  const ids = new Set(operations.map(({ operationId }) => operationId));
  assert.deepEqual(
    Object.keys(STATES).filter((id) => !ids.has(id)),
    [],
  );
});

for (const { operationId, example, responses, method, path } of operations) {
  test(`${operationId} accepts its example`, async () => {
    const make = thingsOf(app, w);
    const send = STATES[operationId];
    const answer =
      send === undefined ? await sendAsOwner(`${method} ${path}`, example, make) : await send(example, app, w, make);
    assert.ok(answer.status >= 200 && answer.status < 300, `${answer.status} ${answer.text}`);
    assert.ok(responses[answer.status] !== undefined, `${answer.status} is not documented.`);
  });
}

// Sends it to the address of the access table, as somebody who may.
async function sendAsOwner(route: string, example: Example, make: Make): Promise<Answer> {
  const found = LINES.get(withoutNames(route));
  assert.ok(found !== undefined, `${route} is not in the access table.`);
  const request = await prepare(found.route, { ...found.line, body: () => undefined }, make);
  return personFor(found.line).api(request.method, request.path, await withIds(example, make));
}

function personFor(line: Line): Client {
  const role = ROLES.findLast((one) => line[one] >= 200 && line[one] < 300);
  assert.ok(role !== undefined, 'It needs a set-up in example-states.ts.');
  return { anonymous: w.anonymous, other: w.other, stranger: w.stranger, reader: w.bob, admin: w.admin, owner: w.ann }[
    role
  ];
}

async function withIds(example: Example, make: Make, key = ''): Promise<Example> {
  if (Array.isArray(example)) return Promise.all(example.map((one) => withIds(one, make, key)));
  if (typeof example === 'object' && example !== null) {
    const entries = Object.entries(example).map(async ([name, value]) => [name, await withIds(value, make, name)]);
    return Object.fromEntries(await Promise.all(entries));
  }
  if (typeof example !== 'number') return example;
  // A list of numbers names people.
  const maker = key === '' ? 'userId' : IDS[key];
  return maker === undefined ? example : Number(await make(maker));
}
