/** People as everybody can see them. */
import type { UserProfile } from './answers.ts';
import { callApi } from './client.ts';

export const getProfile = (userId: number) => callApi<UserProfile>('GET', `/api/users/${userId}/profile`);
