/** Fresh authentication: within 10 minutes before a change that would outlive the session. */
import { Problem, forbidden } from '../../platform/errors.ts';
import type { Actor, SignedIn } from '../../core/actor.ts';

/** For this long after signing in, or after confirming it in the session, no further proof is required. */
export const FRESH_MS = 600_000;

/** Whether the session of the actor proved within the last 10 minutes who they are. */
export function isFresh({ now }: Pick<Actor, 'now'>, { authenticatedAt }: SignedIn): boolean {
  return now.getTime() - Date.parse(authenticatedAt) <= FRESH_MS;
}

/**
 * The actor's session, freshly authenticated. 403 for API tokens, and with `AuthenticationRequired` for a session that
 * must be confirmed first (`POST /api/sessions/current/authentication`).
 */
export function freshSessionOf(actor: Actor): SignedIn {
  const { via } = actor;
  if (via.kind !== 'session') throw forbidden('This requires a browser session. API tokens cannot do this.');
  if (isFresh(actor, via)) return via;
  throw new Problem('/forbidden', 'Confirm that it’s you to continue.', {
    detail: 'You signed in more than 10 minutes ago. Send a proof to POST /api/sessions/current/authentication first.',
    more: { AuthenticationRequired: true },
  });
}
