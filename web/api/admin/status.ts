/** The figures and the health checks of the deployment, for site admins. */
import type { Health, Overview } from '../answers.ts';
import { callApi } from '../client.ts';

export const getOverview = () => callApi<Overview>('GET', '/api/admin/overview');

export const getHealth = () => callApi<Health>('GET', '/api/admin/health');
