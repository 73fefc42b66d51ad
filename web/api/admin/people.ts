/** Requests of site admins about people. */
import type { User, UserAccount } from '../answers.ts';
import { callApi, fetchPage } from '../client.ts';

const PAGE_SIZE = 60;

/** People by name. A non-empty `query` matches the beginning of names and addresses. */
export function listPeople(query: string, after: string | null) {
  const page = { top: String(PAGE_SIZE), query, ...(after === null ? {} : { after }) };
  return fetchPage<User[]>(`/api/users?${new URLSearchParams(page).toString()}`);
}

/** Without a password, the person gets an invitation by email. */
export type NewPerson = { Name: string; Email: string; IsSiteAdmin: boolean; Password?: string };

export const addPerson = (person: NewPerson) => callApi<User>('POST', '/api/users', person);

export const getPersonAccount = (userId: number) => callApi<UserAccount>('GET', `/api/users/${userId}/account`);

export const changePerson = (userId: number, change: Pick<User, 'Name' | 'Email' | 'IsSiteAdmin'>) =>
  callApi<User>('PATCH', `/api/users/${userId}`, change);

export const inviteAgain = (userId: number) => callApi<null>('POST', `/api/users/${userId}/invitation`);

/** `transferTo`: the new owner of the person's library. Null moves the library to trash. */
export const removePerson = (userId: number, transferTo: number | null) =>
  callApi<null>('DELETE', `/api/users/${userId}${transferTo === null ? '' : `?transferTo=${transferTo}`}`);
