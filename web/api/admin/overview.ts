/** The figures of the deployment, for site admins. */
import type { Overview } from '../answers.ts';
import { callApi } from '../client.ts';

export const getOverview = () => callApi<Overview>('GET', '/api/admin/overview');
