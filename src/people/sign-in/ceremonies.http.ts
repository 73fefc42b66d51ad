/** The ceremonies that a passkey in a request can belong to. */
import type { FastifyRequest } from 'fastify';
import type { Actor } from '../../core/actor.ts';
import { siteOf } from '../../core/hosts/hosts.http.ts';
import type { Ceremony } from '../passkeys/challenges.ts';
import { partyOf } from '../passkeys/party.ts';

/** Signing in without a password. `browser`: the secret of its cookie. */
export function signInCeremony(request: FastifyRequest, browser: string): Ceremony {
  return { purpose: 'signIn', party: partyOf(siteOf(request), request.headers.origin), binding: `browser ${browser}` };
}

/** The second step. `pending`: the secret of the pending sign-in; without one there is nothing to finish. */
export function secondStepCeremony(request: FastifyRequest, pending: string | null): Ceremony {
  return {
    purpose: 'secondStep',
    party: partyOf(siteOf(request), request.headers.origin),
    binding: `pending ${pending ?? ''}`,
  };
}

/** Confirming a session. A token has none to confirm. */
export function confirmCeremony(request: FastifyRequest, { deploymentId, via }: Actor): Ceremony {
  const session = via.kind === 'session' ? `${deploymentId}/${via.sessionId}` : '';
  return { purpose: 'confirm', party: partyOf(siteOf(request), request.headers.origin), binding: `session ${session}` };
}
