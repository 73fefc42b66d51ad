/** Verifications of the activity log, for site admins. */
import type { Verification } from '../answers.ts';
import { callApi, fetchPage } from '../client.ts';

export const listVerifications = (after: string | null) =>
  fetchPage<Verification[]>(
    `/api/admin/audit/verifications?top=20${after === null ? '' : `&after=${encodeURIComponent(after)}`}`,
  );

/** Starts a verification. `notedSeal` is a seal as it is displayed, or empty. */
export const startVerification = (notedSeal: string) =>
  callApi<null>('POST', '/api/async/audit/verification', notedSeal === '' ? {} : { NotedSeal: notedSeal });
