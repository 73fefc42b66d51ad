/** What the service needs and what it can use, for site admins. */
import type { Health } from './answers.ts';
import { callApi } from './client.ts';

export const getHealth = () => callApi<Health>('GET', '/api/admin/health');
