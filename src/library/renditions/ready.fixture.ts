import type { Answer } from '../../../test/client.ts';

/** Each answer takes up to ten seconds. */
const ATTEMPTS = 30;

/** Sends a request again while the answer is 202, as viewers do. */
export async function whenReady(ask: () => Promise<Answer>): Promise<Answer> {
  let answer = await ask();
  for (let attempts = 1; answer.status === 202 && attempts < ATTEMPTS; attempts += 1) answer = await ask();
  return answer;
}

/** The response to a request for a thumbnail, which is the default image while a busy machine renders it for more than ten seconds. */
export async function whenRendered(ask: () => Promise<Answer>): Promise<Answer> {
  let answer = await ask();
  while (answer.status === 200 && answer.headers.get('cache-control') === 'no-store') answer = await ask();
  return answer;
}
