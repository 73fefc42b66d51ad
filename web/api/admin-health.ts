/** What the service needs and what it can use, for site admins. */
import type { Health } from './answers.ts';
import { ask } from './client.ts';

export const getHealth = () => ask<Health>('GET', '/api/admin/health');
