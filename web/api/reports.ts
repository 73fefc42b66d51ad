/** Reports: start, status and preview of the result. */
import type { AsyncJob, AsyncJobStatus, ReportSummary } from './answers.ts';
import { timeZoneName } from '../ui/time/time-zone.ts';
import { ApiError, type Page, callApi, startJob, fetchPage, readProblem } from './client.ts';

/** The subject of a report. */
export type ReportSubject =
  | { kind: 'user'; userId: number }
  | { kind: 'document'; documentId: number }
  | { kind: 'library'; libraryId: number }
  | { kind: 'tasks' };

/** Options of a report, as the API names them. Empty options are not sent. */
export type ReportOptions = {
  fromDate: string;
  toDate: string;
  fileName: string;
  includeSyncs?: boolean;
  status?: string[];
  assignee?: string;
  creator?: string;
};

/** Starts a report and returns the id of its job. */
export const startReport = (subject: ReportSubject, options: ReportOptions) =>
  startJob(`/api/async/${pathOf(subject)}?${queryOf(options)}`);

export const getJob = (jobId: number) => callApi<AsyncJobStatus>('GET', `/api/async/${jobId}`);

/** Cancels a running job, or deletes the result of a finished one. */
export const deleteJob = (jobId: number) => callApi<null>('DELETE', `/api/async/${jobId}`);

const PAGE_SIZE = 20;

export function listJobs(after: string | null): Promise<Page<AsyncJob[]>> {
  const page = { top: String(PAGE_SIZE), ...(after === null ? {} : { after }) };
  return fetchPage<AsyncJob[]>(`/api/jobs?${new URLSearchParams(page).toString()}`);
}

export type ReportFormat = 'csv' | 'json';

/** The path of a result, without the host. */
export const resultUrl = (resultUri: string, form: ReportFormat) => `${new URL(resultUri).pathname}?form=${form}`;

export const getSummary = (resultUri: string) =>
  callApi<ReportSummary>('GET', `${new URL(resultUri).pathname}/summary`);

/** The beginning of a report as CSV, and the sizes of the whole files. */
export type ReportPreview = { csv: string; isWhole: boolean; sizes: Record<ReportFormat, number> };

const HEAD_BYTES = 65_536;

/**
 * Fetches the beginning of a report, without its last byte. The server counts a report as downloaded, and keeps it for ten
 * minutes only, once its last byte was sent.
 */
export async function fetchReportPreview(resultUri: string): Promise<ReportPreview> {
  const [csvSize, jsonSize] = await Promise.all([sizeOf(resultUri, 'csv'), sizeOf(resultUri, 'json')]);
  const last = Math.min(HEAD_BYTES, csvSize - 1) - 1;
  const response = await request(resultUrl(resultUri, 'csv'), { headers: { range: `bytes=0-${last}` } });
  const isWhole = last === csvSize - 2;
  const csv = `${await response.text()}${isWhole ? '\n' : ''}`;
  return { csv, isWhole, sizes: { csv: csvSize, json: jsonSize } };
}

async function sizeOf(resultUri: string, form: ReportFormat): Promise<number> {
  const response = await request(resultUrl(resultUri, form), { method: 'HEAD' });
  return Number(response.headers.get('content-length'));
}

async function request(path: string, options: RequestInit): Promise<Response> {
  const response = await fetch(path, options).catch(() => null);
  if (response === null) throw new ApiError(0, '');
  if (!response.ok) throw await readProblem(response);
  return response;
}

function pathOf(subject: ReportSubject): string {
  if (subject.kind === 'user') return `users/${subject.userId}/admin-report`;
  if (subject.kind === 'document') return `documents/${subject.documentId}/activity-report`;
  return subject.kind === 'library' ? `libraries/${subject.libraryId}/activity-report` : 'tasks/task-report';
}

function queryOf({ status = [], includeSyncs, ...options }: ReportOptions): string {
  const entries = Object.entries(options).filter(([, text]) => text.trim() !== '');
  const query = new URLSearchParams(entries);
  query.set('timeZone', timeZoneName());
  for (const each of status) query.append('status', each);
  if (includeSyncs === true) query.set('includeSyncs', 'true');
  return query.toString();
}
