/** Sessions of people who should have set up a second factor by now (docs/api/authentication.md#required-second-factors). */
import { Problem } from '../../platform/errors.ts';
import type { Actor } from '../../core/actor.ts';

/**
 * Whether the actor can only set up a second factor, see the own account and sign out: routes with `limitedSession` in
 * their configuration. Ends with the first factor.
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
