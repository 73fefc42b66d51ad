/** The delivery status of emails, for site admins. */
import type { Mail } from '../answers.ts';
import { callApi, fetchPage } from '../client.ts';

export const listAdminMails = (state: Mail['State'] | null, after: string | null) =>
  fetchPage<Mail[]>(
    `/api/admin/mails?top=50${state === null ? '' : `&state=${state}`}${after === null ? '' : `&after=${encodeURIComponent(after)}`}`,
  );

export const retryMail = (mailId: number) => callApi<null>('POST', `/api/admin/mails/${mailId}/retry`);
