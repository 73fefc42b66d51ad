import { answered } from '../checks.ts';
import type { Answer, Client } from '../client.ts';
import { poll } from '../world.ts';

/** Starts a report about a document. */
export async function startReport(client: Client, documentId: number): Promise<Answer> {
  const path = `/api/async/documents/${documentId}/activity-report`;
  return answered(await client.post(path), 202);
}

/** Waits for the end of a job and returns its status. */
export async function complete(client: Client, path: string): Promise<Answer> {
  const ask = () => client.get(path);
  return answered(await poll(ask, ({ status, body }) => status !== 200 || body.at('IsComplete') === true), 200);
}
