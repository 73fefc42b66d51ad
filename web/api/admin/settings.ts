/** The settings of the deployment, for site admins. */
import type { Settings, SettingsUpdate } from '../answers.ts';
import { ApiError, callApi, readProblem } from '../client.ts';
import { accountHeaders } from '../../shown-account.ts';

const LOGO = '/api/settings/logo';

export const getSettings = () => callApi<Settings>('GET', '/api/settings');

/** Changes the given settings and returns all settings. */
export const changeSettings = (patch: SettingsUpdate) => callApi<Settings>('PATCH', '/api/settings', patch);

/** Uploads the logo. */
export async function setLogo(image: File): Promise<void> {
  const headers = { 'content-type': image.type || 'application/octet-stream', ...accountHeaders() };
  const response = await fetch(LOGO, { method: 'PUT', headers, body: image }).catch(() => null);
  if (response === null) throw new ApiError(0, '');
  if (!response.ok) throw await readProblem(response);
}

export const removeLogo = () => callApi<null>('DELETE', LOGO);
