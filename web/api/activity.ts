/** What happened to documents. */
import type { Activity } from './answers.ts';
import { type Page, fetchPage } from './client.ts';

const FIRST = 10;
const MORE = 50;

/** The latest first: a few, and then more of what was before. */
export function listActivity(documentId: number, after: string | null): Promise<Page<Activity[]>> {
  const page = after === null ? { top: String(FIRST) } : { top: String(MORE), after };
  return fetchPage<Activity[]>(`/api/documents/${documentId}/activity?${new URLSearchParams(page).toString()}`);
}
