/** Tasks in various states for tests. */
import assert from 'node:assert/strict';
import { makeTask } from '../../../test/factories/tasks.ts';
import type { TestApp } from '../../../test/harness.ts';
import type { Person, World } from '../../../test/world.ts';
import type { startMailServer } from '../../platform/mail/mail-server.fixture.ts';
import { expireTasksJob } from './tasks.jobs.ts';

export const DAY_MS = 86_400_000;

/** A deployment in which ann asks bob to approve a document of hers. */
export type TaskWorld = World & { documentId: number; taskId: number; path: string };

/** Creates a world with an open task that is due in a week. */
export async function worldWithTask(app: TestApp, more: object = {}): Promise<TaskWorld> {
  const w = await app.world();
  const documentId = await w.ann.document(await w.ann.folder(w.ann.libraryId, 'Plans'), 'Plan.txt');
  const taskId = await makeTask(app, w.ann, w.bob.email, documentId, more);
  return { ...w, documentId, taskId, path: `/api/tasks/${taskId}` };
}

/** Sends a request that must return 200 or 204. */
export async function must(person: Pick<Person, 'api'>, method: string, path: string, body?: unknown) {
  const answer = await person.api(method, path, body);
  if (![200, 204].includes(answer.status)) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
  return answer;
}

/** Runs the worker's job of every minute. */
export async function runExpiry({ deps }: Pick<TestApp, 'deps'>): Promise<void> {
  await expireTasksJob.run(deps, {});
}

/** All mails since the last call, by address: subject and text without its signature. */
export async function takeMails(
  app: Pick<TestApp, 'runJobs'>,
  server: Awaited<ReturnType<typeof startMailServer>>,
): Promise<Record<string, [string, string]>> {
  await app.runJobs();
  const found = server.received.splice(0).map(({ to, mail }) => {
    const text = (mail.text ?? '').trim().replace(/\n\n-- \nCarrel$/, '');
    return [to.join(), [mail.subject ?? '', text] as [string, string]] as const;
  });
  assert.equal(new Set(found.map(([to]) => to)).size, found.length, 'Somebody has got two mails.');
  return Object.fromEntries(found);
}

/** The notifications of people since the last call. */
export async function takeMessages({ sql }: Pick<TestApp, 'sql'>, ...people: { userId: number }[]) {
  const rows = await sql<{ userId: number; message: string }[]>`
    delete from notifications where user_id = any (${people.map(({ userId }) => userId)}::bigint[])
    returning user_id as "userId", message`;
  return people.map(({ userId }) => rows.filter((row) => row.userId === userId).map(({ message }) => message));
}
