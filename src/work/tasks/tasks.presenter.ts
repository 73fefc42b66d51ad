import type { Static } from 'typebox';
import type { Actor } from '../../core/actor.ts';
import { presentPerson, presentPersonOrNull } from '../../core/persons/persons.presenter.ts';
import { nameFor } from '../task-rows/readers.queries.ts';
import { abilitiesOf } from './tasks.access.ts';
import type { TaskRevision } from '../task-rows/revision.queries.ts';
import type { TaskRow } from '../task-rows/tasks.queries.ts';
import type { TaskRevisionSchema, TaskSchema } from './tasks.schema.ts';

/** A task for this actor. */
export function presentTask(baseUrl: string, actor: Actor, task: TaskRow): Static<typeof TaskSchema> {
  const self = `${baseUrl}/api/tasks/${task.taskId}`;
  return {
    ...presentTaskState(task, task.creatorId === actor.userId ? 'creator' : 'assignee'),
    TaskType: 'Approval',
    Creator: task.creatorEmail,
    CreatorPerson: presentPerson(baseUrl, task.creator),
    AssigneePerson: presentPersonOrNull(baseUrl, task.assignee),
    ItemType: 'Document',
    Links: {
      Self: self,
      CancelTaskUri: `${self}/cancel`,
      CompleteTaskUri: `${self}/complete`,
      Document: `${baseUrl}/api/documents/${task.documentId}`,
    },
    DocumentId: task.documentId,
    RevisionNumber: task.assigned.revisionNumber,
    Hash: task.assigned.hash,
    Abilities: abilitiesOf(task, actor),
  };
}

/** The common fields of both parties, with an account or without: no more about the document than they can read. */
export function presentTaskState(task: TaskRow, party: 'creator' | 'assignee') {
  const canRead = party === 'creator' ? task.canCreatorRead : task.canAssigneeRead;
  const { assigned, decided, current } = task;
  return {
    TaskId: task.taskId,
    TaskStatus: task.status,
    TaskResult: task.result ?? ('' as const),
    Instructions: task.instructions,
    DueDate: task.dueAt,
    DateAssigned: task.createdAt,
    DateEnded: task.endedAt,
    Assignee: task.assigneeEmail,
    ItemName: nameFor(party, task),
    AssignedRevision: presentTaskRevision(assigned),
    DecidedRevision: decided === null ? null : presentTaskRevision(decided),
    CurrentRevision: canRead && current !== null ? presentTaskRevision(current) : null,
    ChangedSinceAssigned: canRead && current !== null && current.hash !== assigned.hash,
    Comment: task.comment,
    AccessEndsAt: task.accessEndsAt,
  };
}

/** A revision in tasks and refused decisions. */
export function presentTaskRevision({
  revisionId,
  revisionNumber,
  hash,
}: TaskRevision): Static<typeof TaskRevisionSchema> {
  return { RevisionId: revisionId, RevisionNumber: revisionNumber, Hash: hash };
}
