import type { Static } from 'typebox';
import type { Actor } from '../actor.ts';
import { abilitiesOf } from './tasks.access.ts';
import type { TaskRow } from './tasks.queries.ts';
import type { TaskSchema } from './tasks.schema.ts';

/** A task as the API shows it to somebody. */
export function presentTask(baseUrl: string, actor: Actor, task: TaskRow): Static<typeof TaskSchema> {
  const self = `${baseUrl}/api/tasks/${task.taskId}`;
  return {
    ...presentTaskState(task),
    TaskType: 'Approval',
    Creator: task.creatorEmail,
    ItemType: 'Document',
    Links: {
      Self: self,
      CancelTaskUri: `${self}/cancel`,
      CompleteTaskUri: `${self}/complete`,
      Document: `${baseUrl}/api/documents/${task.documentId}`,
    },
    DocumentId: task.documentId,
    RevisionNumber: task.revisionNumber,
    Hash: task.hash,
    Abilities: abilitiesOf(task, actor),
  };
}

/** What everybody who sees a task sees of it, inside and outside. */
export function presentTaskState(task: TaskRow) {
  return {
    TaskId: task.taskId,
    TaskStatus: task.status,
    TaskResult: task.result ?? ('' as const),
    Instructions: task.instructions,
    DueDate: task.dueAt,
    DateAssigned: task.createdAt,
    DateEnded: task.endedAt,
    Assignee: task.assigneeEmail,
    ItemName: task.documentName,
    ChangedSinceAssigned: task.hasChanged,
    Comment: task.comment,
    AccessEndsAt: task.accessEndsAt,
  };
}
