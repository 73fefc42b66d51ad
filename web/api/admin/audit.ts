/** The activity log and its verifications, for site admins. */
import type { LoggedActivity, Verification } from '../answers.ts';
import { callApi, fetchPage } from '../client.ts';

const PAGE_SIZE = 60;

/** As the API takes them. `type`: codes, separated by commas. */
export type LogFilter = Partial<
  Record<'userId' | 'documentId' | 'type' | 'fromDate' | 'toDate' | 'timeZone', string | undefined>
>;

export function listLog(filter: LogFilter, after: string | null) {
  const wanted = Object.entries({ ...filter, top: String(PAGE_SIZE), after: after ?? undefined });
  const query = new URLSearchParams(wanted.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
  return fetchPage<LoggedActivity[]>(`/api/admin/activity?${query.toString()}`);
}

export const listVerifications = (after: string | null) =>
  fetchPage<Verification[]>(
    `/api/admin/audit/verifications?top=20${after === null ? '' : `&after=${encodeURIComponent(after)}`}`,
  );

/** Starts a verification. `notedSeal` is a seal as it is displayed, or empty. */
export const startVerification = (notedSeal: string) =>
  callApi<null>('POST', '/api/async/audit/verification', notedSeal === '' ? {} : { NotedSeal: notedSeal });
