import type { ApiError } from '../../api/client.ts';
import { reportMessages } from '../../messages/en/reports.ts';

/** Messages for a report that was deleted or has expired. */
export function describeGone({ status }: ApiError): string | null {
  return status === 410 || status === 404 ? reportMessages.job.gone : null;
}
