import { ApiError } from '../../../api/client.ts';
import { FIELDS, type FieldPath } from './settings-form.ts';

/** Field errors from the server. Null if the problem is about no field, or there is none. */
export function refusalsOf(error: Error | null): Partial<Record<FieldPath, string>> | null {
  if (!(error instanceof ApiError) || error.status !== 400) return null;
  const entries = (error.more['errors'] ?? []) as { instance: string; detail: string }[];
  const refusals: Partial<Record<FieldPath, string>> = {};
  for (const { instance, detail } of entries) {
    const path = (Object.keys(FIELDS) as FieldPath[]).find((each) => `${instance}.`.startsWith(`${each}.`));
    if (path !== undefined) refusals[path] ??= detail;
  }
  return Object.keys(refusals).length === 0 ? null : refusals;
}
