import type { Task } from '../../api/answers.ts';
import { taskMessages } from '../../messages/en/tasks.ts';

type Decided = Pick<Task, 'TaskResult' | 'DecidedRevision' | 'CurrentRevision'>;

/** The decided version, and whether a newer one exists. Null without a decision. */
export function decidedVersion({
  TaskResult,
  DecidedRevision: decided,
  CurrentRevision: current,
}: Decided): string | null {
  if (decided === null) return null;
  const { approved, denied, approvedNotNewer, deniedNotNewer } = taskMessages.versions;
  const isApproval = TaskResult === 'Positive';
  if (current === null || current.Hash === decided.Hash)
    return (isApproval ? approved : denied)(decided.RevisionNumber);
  return (isApproval ? approvedNotNewer : deniedNotNewer)(decided.RevisionNumber, current.RevisionNumber);
}
