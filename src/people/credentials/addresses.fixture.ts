/** One address in several deployments, for tests. */
import assert from 'node:assert/strict';
import sharp from 'sharp';
import type { Answer } from '../../../test/client.ts';
import type { Person, World } from '../../../test/world.ts';

/** The default password of accounts that `joinOther` adds. */
export const OTHER_PASSWORD = 'violet harbor sings at 6';

/** Adds an account with the person's address to the other deployment of the world; returns its id. */
export async function joinOther({ other }: World, person: Person, password = OTHER_PASSWORD): Promise<number> {
  const added = await other.api('POST', '/api/users', { Email: person.email, Name: 'Namesake', Password: password });
  assert.equal(added.status, 201, added.text);
  return added.body.UserId;
}

/** Gives the person's deployment a name and a logo. */
export async function brand(url: string, admin: Person, Name: string): Promise<void> {
  assert.equal((await admin.api('PATCH', '/api/settings', { Branding: { Name, Color: '#0a7d5a' } })).status, 200);
  const body = await sharp({ create: { width: 40, height: 40, channels: 4, background: '#0a7d5a' } })
    .png()
    .toBuffer();
  const headers = { authorization: `Bearer ${admin.token}`, 'content-type': 'image/png' };
  const put = await fetch(new URL('/api/settings/logo', url), { method: 'PUT', headers, body: new Uint8Array(body) });
  assert.equal(put.status, 204);
}

/** Signs in, in one deployment if it is given. */
export const signInAt = (
  w: World,
  email: string,
  password: string,
  { deploymentId, headers = {} }: { deploymentId?: number; headers?: Record<string, string> } = {},
): Promise<Answer> =>
  w.anonymous.api('POST', '/api/sessions', { Email: email, Password: password, DeploymentId: deploymentId }, headers);
