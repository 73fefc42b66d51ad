/** Emails that are kept because no mail server is configured. */
import { ApiError, callApi, fetchPage, readProblem } from './client.ts';

export type KeptMail = { MailId: number; To: string; Subject: string; DateCreated: string };

export const listMails = (after: string | null) =>
  fetchPage<KeptMail[]>(`/api/outbox?top=50${after === null ? '' : `&after=${encodeURIComponent(after)}`}`);

/** Whether emails are kept, because no mail server is configured. */
export const hasOutbox = () =>
  callApi('GET', '/api/outbox?top=1').then(
    () => true,
    (error: unknown) => {
      if (error instanceof ApiError && error.status === 404) return false;
      throw error;
    },
  );

/** The email as it would have been sent (RFC 5322). */
export async function getMessage(mailId: number): Promise<ArrayBuffer> {
  const response = await fetch(`/api/outbox/${mailId}/message`).catch(() => null);
  if (response === null) throw new ApiError(0, '');
  if (!response.ok) throw await readProblem(response);
  return response.arrayBuffer();
}
