/**
 * The policy table of people (decision 0067). `users.access.ts` enforces it. Groups, and the routes that create, change,
 * invite and delete users, are for site admins, which those routes check.
 */
import type { PartyRule } from '../../core/policy.ts';

const refusal = 'Only the user and site admins can do this.';

export const USER_POLICY = {
  View: { by: ['self', 'siteAdmin'], refusal },
  ManageTokens: { by: ['self', 'siteAdmin'], refusal },
  ManageSessions: { by: ['self', 'siteAdmin'], refusal },
  ChangePicture: { by: ['self', 'siteAdmin'], refusal },
  Change: { by: ['siteAdmin'], refusal: 'Only site admins can do this.' },
} as const satisfies Record<string, PartyRule<'self' | 'siteAdmin'>>;
