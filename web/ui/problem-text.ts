import { ApiError } from '../api/client.ts';
import { texts } from '../texts/en.ts';

/** What to tell a person about an error; `known` says it for statuses that mean something particular here. */
export function problemText(error: unknown, known: (error: ApiError) => string | null = () => null): string {
  if (!(error instanceof ApiError)) return texts.states.failed.text;
  if (error.status === 0) return texts.states.failed.offline;
  if (error.status === 429) return texts.states.wait(error.retryAfter ?? 60);
  return known(error) ?? (error.message || texts.states.failed.text);
}
