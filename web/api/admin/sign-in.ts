/** Identity providers and SCIM connections, for site admins. */
import type {
  IdentityProvider,
  IdentityProviderCreate,
  IdentityProviderUpdate,
  NewScimConnection,
  ProviderCheck,
  ProviderTest,
  ScimConnection,
  ScimConnectionCreate,
  ScimConnectionUpdate,
} from '../answers.ts';
import { callApi } from '../client.ts';

const PROVIDERS = '/api/identity-providers';
const CONNECTIONS = '/api/admin/scim-connections';

export const listProviders = () => callApi<IdentityProvider[]>('GET', PROVIDERS);

export const addProvider = (wanted: IdentityProviderCreate) => callApi<IdentityProvider>('POST', PROVIDERS, wanted);

export const changeProvider = (providerId: number, change: IdentityProviderUpdate) =>
  callApi<IdentityProvider>('PATCH', `${PROVIDERS}/${providerId}`, change);

export const deleteProvider = (providerId: number) => callApi<null>('DELETE', `${PROVIDERS}/${providerId}`);

/** Returns the page of the provider to open. */
export const startTest = (providerId: number) => callApi<ProviderCheck>('POST', `${PROVIDERS}/${providerId}/test`);

export const getTest = (providerId: number, testId: number) =>
  callApi<ProviderTest>('GET', `${PROVIDERS}/${providerId}/tests/${testId}`);

export const listConnections = () => callApi<ScimConnection[]>('GET', CONNECTIONS);

/** The only answer with the token. */
export const createConnection = (wanted: ScimConnectionCreate) =>
  callApi<NewScimConnection>('POST', CONNECTIONS, wanted);

export const changeConnection = (connectionId: number, change: ScimConnectionUpdate) =>
  callApi<ScimConnection>('PATCH', `${CONNECTIONS}/${connectionId}`, change);

/** The only answer with the new token. */
export const rotateToken = (connectionId: number) =>
  callApi<NewScimConnection>('POST', `${CONNECTIONS}/${connectionId}/token`, {});

export const deleteConnection = (connectionId: number) => callApi<null>('DELETE', `${CONNECTIONS}/${connectionId}`);
