/** The health checks, for site admins. */
import type { Health } from '../answers.ts';
import { callApi } from '../client.ts';

export const getHealth = () => callApi<Health>('GET', '/api/admin/health');
