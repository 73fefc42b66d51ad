/** Tasks in the states that tests want them in. */
import { makeTask } from '../../../test/factories/tasks.ts';
import type { TestApp } from '../../../test/harness.ts';
import type { Person, World } from '../../../test/world.ts';
import { expireTasksJob } from './tasks.jobs.ts';

export const DAY_MS = 86_400_000;

/** A deployment in which ann asks bob to approve a document of hers. */
export type TaskWorld = World & { documentId: number; taskId: number; path: string };

/** Makes a world with an open task that is due in a week. */
export async function worldWithTask(app: TestApp, more: object = {}): Promise<TaskWorld> {
  const w = await app.world();
  const documentId = await w.ann.document(await w.ann.folder(w.ann.libraryId, 'Plans'), 'Plan.txt');
  const taskId = await makeTask(app, w.ann, w.bob.email, documentId, more);
  return { ...w, documentId, taskId, path: `/api/tasks/${taskId}` };
}

/** Asks, and fails unless it is answered with 200 or 204. */
export async function must(person: Pick<Person, 'api'>, method: string, path: string, body?: unknown) {
  const answer = await person.api(method, path, body);
  if (![200, 204].includes(answer.status)) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
  return answer;
}

/** Does what the worker does each minute. */
export async function runExpiry({ deps }: Pick<TestApp, 'deps'>): Promise<void> {
  await expireTasksJob.run(deps, {});
}
