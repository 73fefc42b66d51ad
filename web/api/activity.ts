/** The activity of documents. */
import type { Activity } from './answers.ts';
import { type Page, fetchPage } from './client.ts';

const FIRST = 10;
const MORE = 50;

/** Newest first, page by page. */
export function listActivity(documentId: number, after: string | null): Promise<Page<Activity[]>> {
  const page = after === null ? { top: String(FIRST) } : { top: String(MORE), after };
  return fetchPage<Activity[]>(`/api/documents/${documentId}/activity?${new URLSearchParams(page).toString()}`);
}
