/** Tasks for tests, created through the API. */
import type { TestApp } from '../harness.ts';
import type { Person } from '../world.ts';

const WEEK_MS = 7 * 86_400_000;

/** The body of a request for a task due in a week; `more` overrides fields. */
export function taskBody({ clock }: Pick<TestApp, 'clock'>, documentId: number, assignee: string, more: object = {}) {
  return {
    Type: 'Approval',
    DueDate: new Date(clock.now.getTime() + WEEK_MS).toISOString(),
    Assignee: assignee,
    DocumentId: documentId,
    Instructions: 'Please look at it.',
    ...more,
  };
}

/** Creates a task due in a week and returns its id. */
export async function makeTask(
  app: Pick<TestApp, 'clock'>,
  creator: Pick<Person, 'api'>,
  assignee: string,
  documentId: number,
  more: object = {},
): Promise<number> {
  const answer = await creator.api('POST', '/api/tasks', taskBody(app, documentId, assignee, more));
  if (answer.status !== 200) throw new Error(`The task was not made: ${answer.status} ${answer.text}`);
  return answer.body.TaskId;
}
