import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeLibrary } from '../../../test/factories/libraries.ts';
import { grant } from '../../../test/factories/permissions.ts';
import { startApp } from '../../../test/harness.ts';
import { type Statement, statementsOf } from '../../../test/statements.ts';
import type { Person } from '../../../test/world.ts';
import { type Receiver, follow } from '../../people/live-notifications/streams.fixture.ts';

const app = await startApp({}, { own: 'counts statements' });

const STREAMS_PER_PERSON = 20;

/** The number of lists, or of watchers, in each statement of a kind. */
const sizes = (statements: Statement[], part: string): number[] =>
  statements.filter(({ text }) => text.includes(part)).map(({ parameters: [ids] }) => (ids as unknown[]).length);

async function untilEvent(stream: Receiver, type: string): Promise<void> {
  while ((await stream.next()).type !== type);
}

test('many watchers of one list are one list to read, their rights are checked in bounded parts, and all are informed', async () => {
  const w = await app.world();
  const libraryId = await makeLibrary(w.admin);
  const folderId = await w.admin.folder(libraryId, 'Plans');
  const people: Person[] = [];
  for (let n = 0; n < 11; n += 1) people.push(await w.addPerson(`Reader ${n}`));
  for (const person of people) await grant(app, person, { libraryId }, { allow: ['Read'] });
  const streams = await Promise.all(
    people.flatMap((person) =>
      Array.from({ length: STREAMS_PER_PERSON }, () => follow(app.url, person, {}, `folders=${folderId}`)),
    ),
  );
  await Promise.all(streams.map((stream) => untilEvent(stream, 'watching')));
  const statements = await statementsOf(app, async () => {
    await w.admin.document(folderId, 'a.txt', 'a');
    await Promise.all(streams.map((stream) => untilEvent(stream, 'changed')));
  });
  const lists = sizes(statements, 'count_changes c where c.deployment_id = k.deployment_id');
  assert.ok(lists.length > 0 && lists.every((size) => size === 1), String(lists));
  const checks = sizes(statements, 'p (deployment_id, user_id, folder_id');
  assert.equal(Math.max(...checks), 200);

  // Nothing is read for a list after its last watcher has left.
  const other = await w.admin.folder(libraryId, 'Other');
  for (const stream of streams) stream.leave();
  const last = await follow(app.url, w.admin, {}, `folders=${other}`);
  await untilEvent(last, 'watching');
  const later = await statementsOf(app, async () => {
    await w.admin.document(other, 'b.txt', 'b');
    await untilEvent(last, 'changed');
  });
  assert.deepEqual(new Set(sizes(later, 'count_changes c where c.deployment_id = k.deployment_id')), new Set([1]));
  last.leave();
});
