/** The policy table of core: who can do what with a job or a notification (decision 0067). The access files enforce it. */
import type { PartyRule } from './policy.ts';

export const JOB_POLICY = {
  View: { by: ['creator', 'siteAdmin'], refusal: 'This job was started by somebody else.' },
  Delete: { by: ['creator'], refusal: 'Only the creator of a job can delete it.' },
} as const satisfies Record<string, PartyRule<'creator' | 'siteAdmin'>>;

export const NOTIFICATION_POLICY = {
  // Others get 404.
  View: { by: ['recipient'], refusal: '' },
  Change: { by: ['recipient'], refusal: 'This notification belongs to another user.' },
} as const satisfies Record<string, PartyRule<'recipient'>>;
