/** Sessions of people whose deadline for a second factor has passed (docs/api/authentication.md#required-second-factors). */
import { Problem } from '../../platform/errors.ts';
import type { Actor } from '../../core/actor.ts';

/**
 * Whether the actor can only set up a second factor, see their own account and sign out: routes with `limitedSession` in
 * their configuration. Setting up the first factor lifts the limit.
 */
export function isLimited({ via, now }: Pick<Actor, 'via' | 'now'>): boolean {
  return via.kind === 'session' && via.factorDueAt !== null && Date.parse(via.factorDueAt) <= now.getTime();
}

/** 403 for all other routes. */
export function limitedSession(): Problem {
  return new Problem('/second_factor_required', 'Set up two-step verification to continue.', {
    detail:
      'It is required for your account, and the time to set it up is over. Set up a second factor in this session.',
  });
}
