/** What site admins ask about people. */
import type { User, UserAccount } from './answers.ts';
import { callApi, fetchPage } from './client.ts';

const PAGE_SIZE = 60;

/** People by name; those whose name or address begins with `query`, if it says anything. */
export function listPeople(query: string, after: string | null) {
  const page = { top: String(PAGE_SIZE), query, ...(after === null ? {} : { after }) };
  return fetchPage<User[]>(`/api/users?${new URLSearchParams(page).toString()}`);
}

/** Without a password the person is mailed an invitation. */
export type NewPerson = { Name: string; Email: string; IsSiteAdmin: boolean; Password?: string };

export const addPerson = (person: NewPerson) => callApi<User>('POST', '/api/users', person);

export const getPersonAccount = (userId: number) => callApi<UserAccount>('GET', `/api/users/${userId}/account`);

export const changePerson = (userId: number, change: Pick<User, 'Name' | 'Email' | 'IsSiteAdmin'>) =>
  callApi<User>('PATCH', `/api/users/${userId}`, change);

export const inviteAgain = (userId: number) => callApi<null>('POST', `/api/users/${userId}/invitation`);

/** `transferTo`: who gets the person's library; null puts it into the trash. */
export const removePerson = (userId: number, transferTo: number | null) =>
  callApi<null>('DELETE', `/api/users/${userId}${transferTo === null ? '' : `?transferTo=${transferTo}`}`);
