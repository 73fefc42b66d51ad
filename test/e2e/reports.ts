/** Reports of the running service for tests. */
import assert from 'node:assert/strict';
import type { Sql } from '../../src/platform/db/connection.ts';
import { type Service, until } from './service.ts';

export type Fetched = { status: number; headers: Headers; bytes: Buffer };

/** Records this many views of a document, each with 300 bytes in its report. */
export async function addViews(sql: Sql, documentId: number, count: number): Promise<void> {
  await sql`
    insert into activity (deployment_id, occurred_at, activity_type, user_id, document_id, content_name)
    select deployment_id, now(), 'DocumentViewed', user_id, ${documentId}, rpad(n::text, 230, '-')
    from users, generate_series(1, ${count}) n`;
}

/** Starts the report of a document up to a time and returns the path of its status. */
export async function beginReport({ admin }: Service, documentId: number, to = new Date()): Promise<string> {
  const path = `/api/async/documents/${documentId}/activity-report?toDate=${to.toISOString()}`;
  const { status, headers, text } = await admin.api('POST', path);
  assert.equal(status, 202, text);
  return new URL(headers.get('location') ?? '').pathname;
}

/** Waits for a report and fetches it in one format, or the part after its first `offset` bytes. */
export async function fetchReport(service: Service, job: string, accept: string, offset = 0): Promise<Fetched> {
  let result = '';
  await until(async () => {
    const { body } = await service.admin.api('GET', job);
    result = body.Links.ResultUri ?? '';
    return result !== '';
  }, 'the report is made');
  const headers = { authorization: `Bearer ${service.token}`, accept };
  const range = offset === 0 ? {} : { range: `bytes=${offset}-` };
  const answer = await fetch(result, { headers: { ...headers, ...range } });
  return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.bytes()) };
}
