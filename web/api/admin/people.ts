/** Requests of site admins about people. */
import type {
  ListedAccount,
  User,
  UserAccount,
  UserBulkChange,
  UserBulkResults,
  UserImportResult,
} from '../answers.ts';
import { callApi, fetchPage, createOnce } from '../client.ts';

const PAGE_SIZE = 60;

/** As the API takes them. A `query` matches the beginning of names and addresses. */
export type AccountFilter = Partial<Record<'query' | 'state' | 'isSiteAdmin' | 'secondFactor', string>>;

/** Accounts by name. */
export function listAccounts(filter: AccountFilter, after: string | null) {
  const page = { top: String(PAGE_SIZE), ...filter, ...(after === null ? {} : { after }) };
  return fetchPage<ListedAccount[]>(`/api/users/accounts?${new URLSearchParams(page).toString()}`);
}

/** Without a password, the person gets an invitation by email. */
export type NewPerson = { Name: string; Email: string; IsSiteAdmin: boolean; Password?: string };

export const addPerson = (person: NewPerson) => callApi<User>('POST', '/api/users', person);

export const getPersonAccount = (userId: number) => callApi<UserAccount>('GET', `/api/users/${userId}/account`);

export const changePerson = (userId: number, change: Partial<Pick<User, 'Name' | 'Email' | 'IsSiteAdmin'>>) =>
  callApi<User>('PATCH', `/api/users/${userId}`, change);

export const inviteAgain = (userId: number) => createOnce<null>(`/api/users/${userId}/invitation`);

/** `transferTo`: the new owner of the person's library. Null moves the library to trash. */
export const removePerson = (userId: number, transferTo: number | null) =>
  callApi<null>('DELETE', `/api/users/${userId}${transferTo === null ? '' : `?transferTo=${transferTo}`}`);

/** One action on many accounts. */
export const changePeople = (change: UserBulkChange) => callApi<UserBulkResults>('POST', '/api/users/bulk', change);

/** Checks a CSV file without adding anybody. */
export const checkImport = (csv: string) =>
  callApi<UserImportResult>('POST', '/api/users/import', { Csv: csv, DryRun: true });

/** Adds the people of a CSV file, and skips lines with errors. */
export const importPeople = (csv: string) =>
  callApi<UserImportResult>('POST', '/api/users/import', { Csv: csv, SkipInvalid: true });
