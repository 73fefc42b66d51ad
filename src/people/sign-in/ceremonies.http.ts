/** The ceremonies that a passkey in a request must have been requested for. */
import type { FastifyRequest } from 'fastify';
import type { Config } from '../../platform/config/config.ts';
import type { Actor } from '../../core/actor.ts';
import type { Ceremony } from '../passkeys/challenges.ts';
import { partyOf } from '../passkeys/party.ts';

type Sites = Pick<Config, 'webUrl' | 'baseUrl'>;

/** Signing in without a password. `browser`: the secret of its cookie. */
export function signInCeremony(sites: Sites, { headers }: FastifyRequest, browser: string): Ceremony {
  return { purpose: 'signIn', party: partyOf(sites, headers.origin), binding: `browser ${browser}` };
}

/** The second step. `pending`: the secret of the sign-in that waits; without one there is nothing to finish. */
export function secondStepCeremony(sites: Sites, { headers }: FastifyRequest, pending: string | null): Ceremony {
  return { purpose: 'secondStep', party: partyOf(sites, headers.origin), binding: `pending ${pending ?? ''}` };
}

/** Confirming a session. A token has none to confirm. */
export function confirmCeremony(sites: Sites, { headers }: FastifyRequest, { deploymentId, via }: Actor): Ceremony {
  const session = via.kind === 'session' ? `${deploymentId}/${via.sessionId}` : '';
  return { purpose: 'confirm', party: partyOf(sites, headers.origin), binding: `session ${session}` };
}
