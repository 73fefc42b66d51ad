import type { ApiError } from '../../api/client.ts';
import { reportMessages } from '../../messages/en/reports.ts';

/** What refusals mean where a report is looked at: it was deleted, or not fetched in time. */
export function describeGone({ status }: ApiError): string | null {
  return status === 410 || status === 404 ? reportMessages.job.gone : null;
}
