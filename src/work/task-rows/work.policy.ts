/**
 * The policy table of work: who can do what with a task (docs/api/tasks.md#operations; decision 0067). `tasks.access.ts`
 * enforces it. Creating a task is the operation AssignTask on its document, in the policy table of the library.
 */
import type { PartyRule } from '../../core/policy.ts';

export type TaskParty = 'creator' | 'assignee' | 'siteAdmin';

/** `ends`: the task must be open, its document outside the trash, and the actor able to EndTask on the document. */
export type TaskRequirement = PartyRule<TaskParty> & { ends?: true };

export const TASK_POLICY = {
  View: { by: ['creator', 'assignee'], refusal: 'Only the creator and the assignee of the task can see it.' },
  Complete: { by: ['assignee'], refusal: 'Only the assignee of the task can do this.', ends: true },
  Cancel: { by: ['creator'], refusal: 'Only the creator of the task can do this.', ends: true },
  Delete: { by: ['creator', 'siteAdmin'], refusal: 'Only the creator of the task and site admins can delete it.' },
} as const satisfies Record<string, TaskRequirement>;

export type TaskOperation = keyof typeof TASK_POLICY;
