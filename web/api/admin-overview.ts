/** The figures of the deployment, for site admins. */
import type { Overview } from './answers.ts';
import { ask } from './client.ts';

export const getOverview = () => ask<Overview>('GET', '/api/admin/overview');
