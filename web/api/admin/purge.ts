/** Preview and purge of old documents. */
import type { OldDocument } from '../answers.ts';
import { type Page, startJob, fetchPage } from '../client.ts';

/** Starts to purge documents of at least this age, or only counts them. */
export const startPurge = (days: number, isDryRun: boolean) =>
  startJob('/api/async/documents/purge-old-documents', { PurgeType: 'DateStored', Days: days, DryRun: isDryRun });

export function listOldDocuments(days: number, after: string | null, top = 60): Promise<Page<OldDocument[]>> {
  const query = { days: String(days), top: String(top), ...(after === null ? {} : { after }) };
  return fetchPage<OldDocument[]>(`/api/admin/old-documents?${new URLSearchParams(query).toString()}`);
}

const LARGEST_PAGE = 1000;

/** All pages of the list. */
export async function listAllOldDocuments(days: number): Promise<OldDocument[]> {
  const all: OldDocument[] = [];
  let after: string | null = null;
  do {
    const page: Page<OldDocument[]> = await listOldDocuments(days, after, LARGEST_PAGE);
    all.push(...page.body);
    ({ after } = page);
  } while (after !== null);
  return all;
}
