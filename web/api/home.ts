/** Requests of the home page, and stars. */
import type { Home, StarredItem } from './answers.ts';
import { callApi, fetchPage } from './client.ts';
import type { ObjectKey } from './keys.ts';

const NOUNS = { library: 'libraries', folder: 'folders', document: 'documents' } as const;

export const getHome = () => callApi<Home>('GET', '/api/users/me/home');

export const listStarred = (after: string | null) =>
  fetchPage<StarredItem[]>(
    `/api/users/me/starred?${new URLSearchParams({ top: '50', ...(after === null ? {} : { after }) }).toString()}`,
  );

/** Adds or removes the person's star of an item. */
export const setStar = ({ kind, id }: ObjectKey, isStarred: boolean) =>
  callApi<null>(isStarred ? 'PUT' : 'DELETE', `/api/users/me/starred/${NOUNS[kind]}/${id}`);

/** Dismisses a step of the checklist, or all of them. */
export const dismissStep = (step: string | null) =>
  callApi<null>('DELETE', `/api/users/me/checklist${step === null ? '' : `/${step}`}`);
