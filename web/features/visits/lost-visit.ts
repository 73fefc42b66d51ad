import { ApiError } from '../../api/client.ts';

/** Whether an error inside a visit may mean that the whole visit ended: locked again, pending, expired or revoked. */
export function isVisitLost(error: Error): boolean {
  return error instanceof ApiError && [401, 409, 410].includes(error.status);
}
