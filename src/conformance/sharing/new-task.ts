import { answered, follow } from '../checks.ts';
import type { Answer } from '../client.ts';
import type { World } from '../world.ts';

const DAY_MS = 86_400_000;

/** A task of the owner for the person without rights. */
export async function assigned(w: World): Promise<{ task: Answer; path: string; documentId: number }> {
  const documentId = await w.document(await w.folder());
  const task = answered(await w.owner.post('/api/tasks', bodyOf(w, documentId)), 200);
  return { task, path: follow(task.body.string('Links.Self')), documentId };
}

/** The body of a task for the person without rights. */
export function bodyOf(w: World, documentId: number) {
  const Assignee = w.stranger.email;
  return { Type: 'Approval', DocumentId: documentId, Assignee, DueDate: dueIn(7), Instructions: 'Is this final?' };
}

/** A due date. */
export function dueIn(days: number): string {
  return new Date(Date.now() + days * DAY_MS).toISOString();
}
