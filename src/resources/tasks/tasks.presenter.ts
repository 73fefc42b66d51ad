import type { Static } from 'typebox';
import type { Actor } from '../actor.ts';
import { abilitiesOf } from './tasks.access.ts';
import type { TaskRow } from './tasks.queries.ts';
import type { TaskSchema } from './tasks.schema.ts';

/** A task as the API shows it to somebody. */
export function presentTask(baseUrl: string, actor: Actor, task: TaskRow): Static<typeof TaskSchema> {
  const self = `${baseUrl}/api/tasks/${task.taskId}`;
  return {
    TaskId: task.taskId,
    TaskType: 'Approval',
    TaskStatus: task.status,
    TaskResult: task.result ?? '',
    Instructions: task.instructions,
    DueDate: task.dueAt,
    DateAssigned: task.createdAt,
    DateEnded: task.endedAt,
    Creator: task.creatorEmail,
    Assignee: task.assigneeEmail,
    ItemType: 'Document',
    ItemName: task.documentName,
    Links: {
      Self: self,
      CancelTaskUri: `${self}/cancel`,
      CompleteTaskUri: `${self}/complete`,
      Document: `${baseUrl}/api/documents/${task.documentId}`,
    },
    DocumentId: task.documentId,
    RevisionNumber: task.revisionNumber,
    Hash: task.hash,
    ChangedSinceAssigned: task.hasChanged,
    Comment: task.comment,
    AccessEndsAt: task.accessEndsAt,
    Abilities: abilitiesOf(task, actor),
  };
}
