/** Requests of site admins about all links of the deployment. */
import type { DeploymentShare, ShareRevocation, ShareCount, User } from '../answers.ts';
import { callApi, startJob, fetchPage } from '../client.ts';

/** Filters as the API takes them. A missing filter matches everything. */
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
  fetchPage<DeploymentShare[]>(
    `/api/admin/shares?${queryOf(filter, { top: String(PAGE_SIZE), ...(after === null ? {} : { after }) })}`,
  );

export const countLinks = (filter: LinkFilter) =>
  callApi<ShareCount>('GET', `/api/admin/shares/count?${queryOf(filter)}`);

/** Starts to revoke the given links, or all that match. */
export const revokeShares = (filter: LinkFilter, which: ShareRevocation) =>
  startJob(`/api/admin/shares/revoke?${queryOf(filter)}`, which);

export const getUser = (userId: string) => callApi<User>('GET', `/api/users/${userId}`);
