/** API tokens of the person and of the deployment. */
import type { DeploymentToken, NewToken, RotatedToken, Token } from './answers.ts';
import { callApi, fetchPage } from './client.ts';

const PAGE_SIZE = 60;
const pageOf = (more: Record<string, string>, after: string | null) =>
  new URLSearchParams({ ...more, top: String(PAGE_SIZE), ...(after === null ? {} : { after }) }).toString();

export const listTokens = (userId: number, after: string | null) =>
  fetchPage<Token[]>(`/api/users/${userId}/tokens?${pageOf({}, after)}`);

/** The tokens of one person, or of everyone. */
export const listAllTokens = (filter: { userId?: string }, after: string | null) =>
  fetchPage<DeploymentToken[]>(`/api/admin/tokens?${pageOf(filter, after)}`);

/** The scopes of the API, in the order of lists. */
export const SCOPES = ['documents:read', 'documents:write', 'shares', 'tasks', 'reports', 'admin'] as const;
export type Scope = (typeof SCOPES)[number];

/** `scopes` null: everything. `expiresOn` null: never. */
export type WantedToken = {
  name: string;
  isSync: boolean;
  scopes: Scope[] | null;
  expiresOn: string | null;
};

/** Only this response contains the token itself. */
export const createToken = (userId: number, { name, isSync, scopes, expiresOn }: WantedToken) =>
  callApi<NewToken>('POST', `/api/users/${userId}/tokens`, {
    Name: name.trim(),
    IsSync: isSync,
    Scopes: scopes,
    ExpiresOn: expiresOn,
  });

/** Gives a token a new secret, which only this response contains. The previous one stays valid for the overlap. */
export const rotateToken = (tokenId: number, overlapHours: number) =>
  callApi<RotatedToken>('POST', `/api/tokens/${tokenId}/rotate`, { OverlapHours: overlapHours });

export const revokeToken = (userId: number, tokenId: number) =>
  callApi<null>('DELETE', `/api/users/${userId}/tokens/${tokenId}`);
