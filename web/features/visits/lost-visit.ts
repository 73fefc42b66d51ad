import { ApiError } from '../../api/client.ts';

/** Whether a refusal inside a visit may mean that all of it is over: locked again, not ready, expired, withdrawn. */
export function isVisitLost(error: Error): boolean {
  return error instanceof ApiError && [401, 409, 410].includes(error.status);
}
