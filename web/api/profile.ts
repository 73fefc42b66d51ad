/** The person's own profile. */
import type { CurrentUser, MailPreferences, ProfileUpdate } from './answers.ts';
import { ApiError, CHANGED, callApi, readProblem } from './client.ts';
import { accountHeaders } from '../shown-account.ts';

export type MailTopic = keyof MailPreferences;

export const changeProfile = (change: ProfileUpdate) => callApi<CurrentUser>('PATCH', '/api/users/me', change);

const PICTURE = '/api/users/me/picture';

export async function setPicture(image: Blob): Promise<void> {
  const headers = { 'content-type': image.type, ...accountHeaders() };
  const response = await fetch(PICTURE, { method: 'PUT', headers, body: image }).catch(() => null);
  if (response === null) throw new ApiError(0, '');
  if (!response.ok) throw await readProblem(response);
  window.dispatchEvent(new Event(CHANGED));
}

export const removePicture = () => callApi<null>('DELETE', PICTURE);

/** Turns off a kind of email by the token in an unsubscribe link. */
export const unsubscribe = (token: string) => callApi<null>('POST', `/api/unsubscribe/${encodeURIComponent(token)}`);
