/** The person's accounts at identity providers. */
import type { Identity, IdentityLink } from '../answers.ts';
import { callApi } from '../client.ts';

export const listIdentities = () => callApi<Identity[]>('GET', '/api/users/me/identities');

/** Returns the page of the provider to open. */
export const connectIdentity = (providerId: number) =>
  callApi<IdentityLink>('POST', '/api/users/me/identities', { ProviderId: providerId });

export const disconnectIdentity = (identityId: number) =>
  callApi<null>('DELETE', `/api/users/me/identities/${identityId}`);
