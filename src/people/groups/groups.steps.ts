import type { Step } from '../../platform/steps.ts';

export type GroupSteps = {
  /** Before the group's row is deleted. */
  groupDeletion: readonly Step<{ deploymentId: number; groupId: number }>[];
};
