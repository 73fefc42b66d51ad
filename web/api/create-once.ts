/** Requests that create something, so that a second attempt after a lost answer does not create it twice. */
import { randomId } from '../random-id.ts';
import { ApiError, callApi } from './client.ts';

/** Keys of requests that the server may have carried out, by what they ask for. */
const unanswered = new Map<string, string>();

/**
 * Sends a POST request that creates something. If an earlier one for the same got no answer, it is sent again with the same key
 * (docs/api/conventions.md#idempotency).
 */
export async function createOnce<Answer>(path: string, body?: unknown): Promise<Answer> {
  const wanted = JSON.stringify([path, body]);
  const key = unanswered.get(wanted) ?? randomId();
  unanswered.set(wanted, key);
  try {
    const answer = await callApi<Answer>('POST', path, body, { 'idempotency-key': key });
    unanswered.delete(wanted);
    return answer;
  } catch (error) {
    if (!mayBeDone(error)) unanswered.delete(wanted);
    throw error;
  }
}

// Without an answer, with one that a proxy may have given, or while the first request runs.
const mayBeDone = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.status === 0 || error.status >= 500 || error.retryAfter !== null;
