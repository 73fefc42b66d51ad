/** Requests of site admins about groups. */
import type { Group, ListedGroup, User } from '../answers.ts';
import { callApi, fetchPage } from '../client.ts';

const PAGE_SIZE = 60;

export const listGroups = (query: string, after: string | null) =>
  fetchPage<ListedGroup[]>(`/api/groups?${pageOf(query, after)}`);

export const createGroup = (GroupName: string) => callApi<Group>('POST', '/api/groups', { GroupName });

export const renameGroup = (groupId: number, GroupName: string) =>
  callApi<Group>('PATCH', `/api/groups/${groupId}`, { GroupName });

/** Whether members must have a second factor. */
export const requireFactor = (groupId: number, RequiresSecondFactor: boolean) =>
  callApi<Group>('PATCH', `/api/groups/${groupId}`, { RequiresSecondFactor });

export const removeGroup = (groupId: number) => callApi<null>('DELETE', `/api/groups/${groupId}`);

export const listMembers = (groupId: number, query: string, after: string | null) =>
  fetchPage<User[]>(`/api/groups/${groupId}/members?${pageOf(query, after)}`);

export const addMember = (groupId: number, userId: number) =>
  callApi<null>('PUT', `/api/groups/${groupId}/members/${userId}`);

export const removeMember = (groupId: number, userId: number) =>
  callApi<null>('DELETE', `/api/groups/${groupId}/members/${userId}`);

function pageOf(query: string, after: string | null): string {
  const page = { top: String(PAGE_SIZE), query, ...(after === null ? {} : { after }) };
  return new URLSearchParams(page).toString();
}
