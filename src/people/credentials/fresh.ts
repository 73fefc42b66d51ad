/** Fresh authentication: within 10 minutes before a sensitive change (docs/api/authentication.md#fresh-authentication). */
import { Problem, forbidden } from '../../platform/errors.ts';
import type { Actor, SignedIn } from '../../core/actor.ts';

/** For this long after signing in, or after confirming it in the session, no further proof is required. */
export const FRESH_MS = 600_000;

/** Whether the session of the actor proved within the last 10 minutes who they are. */
export function isFresh({ now }: Pick<Actor, 'now'>, { authenticatedAt }: SignedIn): boolean {
  return now.getTime() - Date.parse(authenticatedAt) <= FRESH_MS;
}

/** 403 for a session that must be confirmed first. API tokens pass, because they have no session to confirm. */
export function assertFresh(actor: Actor): void {
  const { via } = actor;
  if (via.kind === 'session' && !isFresh(actor, via)) throw reauthenticationRequired();
}

/** The actor's session, freshly authenticated. 403 for API tokens, and for a session that must be confirmed first. */
export function freshSessionOf(actor: Actor): SignedIn {
  const { via } = actor;
  if (via.kind !== 'session') throw forbidden('This requires a browser session. API tokens cannot do this.');
  assertFresh(actor);
  return via;
}

/** 403 with the ways to confirm the session. `more`: other proofs that the request accepts. */
export function reauthenticationRequired(more: Record<string, unknown> = {}): Problem {
  return new Problem('/reauthentication_required', 'Confirm that it’s you to continue.', {
    detail: 'You signed in more than 10 minutes ago. Send a proof to POST /api/sessions/current/authentication first.',
    more: { AuthenticationRequired: true, ...more },
  });
}
