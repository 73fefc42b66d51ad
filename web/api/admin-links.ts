/** What site admins ask of all links of the deployment. */
import type { DeploymentShare, RevokeSharesRequest, ShareCount, User } from './answers.ts';
import { ask, askJob, askPage } from './client.ts';

/** Which links are meant, as the query that the API takes; what is not given may be anything. */
export type LinkFilter = {
  name?: string;
  status?: string;
  creatorId?: string;
  outside?: string;
  unprotected?: 'true';
  endless?: 'true';
};

const PAGE_SIZE = 60;
const queryOf = (filter: LinkFilter, more: Record<string, string> = {}) =>
  new URLSearchParams({ ...filter, ...more }).toString();

export const listLinks = (filter: LinkFilter, after: string | null) =>
  askPage<DeploymentShare[]>(
    `/api/admin/shares?${queryOf(filter, { top: String(PAGE_SIZE), ...(after === null ? {} : { after }) })}`,
  );

export const countLinks = (filter: LinkFilter) => ask<ShareCount>('GET', `/api/admin/shares/count?${queryOf(filter)}`);

/** Begins withdrawing those that are named, or all that are meant. */
export const withdrawLinks = (filter: LinkFilter, which: RevokeSharesRequest) =>
  askJob(`/api/admin/shares/revoke?${queryOf(filter)}`, which);

export const getUser = (userId: string) => ask<User>('GET', `/api/users/${userId}`);
