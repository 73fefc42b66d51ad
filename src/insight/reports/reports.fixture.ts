/** Requests and fetches reports for tests. */
import assert from 'node:assert/strict';
import type { Answer } from '../../../test/client.ts';
import type { TestApp } from '../../../test/harness.ts';
import type { Person } from '../../../test/world.ts';

const JSON_FORM = { accept: 'application/json' };

/** Starts a report; returns its job's id. */
export async function begin(person: Person, path: string): Promise<number> {
  const { status, headers, text } = await person.api('POST', `/api/async/${path}`);
  assert.deepEqual([status, text], [202, ''], text);
  return Number(/\/api\/async\/(\d+)$/.exec(headers.get('location') ?? '')?.[1]);
}

/** The path of a finished job's result. */
export async function resultOf(person: Person, jobId: number): Promise<string> {
  const { body } = await person.api('GET', `/api/async/${jobId}`);
  return new URL(body.Links.ResultUri).pathname;
}

/** Starts a report, runs it, and fetches it in both formats. */
export async function report(
  app: TestApp,
  person: Person,
  path: string,
): Promise<{ rows: Row[]; csv: string; json: Answer }> {
  const jobId = await begin(person, path);
  await app.runJobs();
  const result = await resultOf(person, jobId);
  const json = await person.api('GET', result, undefined, JSON_FORM);
  const csv = await person.api('GET', result);
  assert.deepEqual([json.status, csv.status], [200, 200], json.text);
  return { rows: json.body, csv: csv.text, json };
}

type Row = Record<string, string | number | null>;

/** Types and contents of the rows, without times and people. */
export function whatOf(rows: Row[]): string[] {
  return rows.map((row) => `${row['ActivityItemType']}: ${row['ContentName']}`);
}
