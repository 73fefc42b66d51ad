/** Other accounts of this browser. */
import type { ParkedSession } from '../answers.ts';
import { callApi } from '../client.ts';

export type OtherAccount = ParkedSession;

export const otherAccountsQuery = {
  queryKey: ['other-accounts'],
  queryFn: () => callApi<OtherAccount[]>('GET', '/api/sessions/parked'),
};

/** Signs out of the other accounts. */
export const endOtherAccounts = () => callApi<null>('DELETE', '/api/sessions/parked');

/** Parks the session, so that another account can sign in. */
export const parkAccount = () => callApi<null>('POST', '/api/sessions/parked');

export const switchAccount = (sessionId: number) => callApi<null>('POST', `/api/sessions/parked/${sessionId}/resume`);
