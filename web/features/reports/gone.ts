import type { ApiError } from '../../api/client.ts';
import { reportTexts } from '../../texts/en/reports.ts';

/** What refusals mean where a report is looked at: it was deleted, or not fetched in time. */
export function whyGone({ status }: ApiError): string | null {
  return status === 410 || status === 404 ? reportTexts.job.gone : null;
}
