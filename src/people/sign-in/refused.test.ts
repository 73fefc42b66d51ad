/** A valid proof that opens no session is recorded, because somebody has it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startApp } from '../../../test/harness.ts';
import type { World } from '../../../test/world.ts';
import { addPasskey, signInWith } from '../passkeys/passkey.fixture.ts';

const app = await startApp();

const setPasswords = (w: World, isOn: boolean) => app.sql`
  update deployments set settings = settings || ${app.sql.json({ PasswordSignIn: isOn })} where deployment_id = ${w.deploymentId}`;

const basic = (w: World) => {
  const authorization = `Basic ${Buffer.from(`${w.ann.email}:${w.ann.password}`).toString('base64')}`;
  return w.anonymous.api('GET', '/api/authenticate', undefined, { authorization });
};

test('a correct password or passkey that opens no session is recorded with the reason, and a wrong one as a failed attempt', async () => {
  const w = await app.world();
  const { passkey } = await addPasskey(app, w, w.ann);
  const credentials = { Email: w.ann.email, Password: w.ann.password };
  await setPasswords(w, false);
  assert.equal((await w.anonymous.api('POST', '/api/sessions', credentials)).status, 403);
  assert.equal((await basic(w)).status, 401);
  assert.equal((await signInWith(app, w, passkey)).status, 403);
  assert.equal((await w.anonymous.api('POST', '/api/sessions', { ...credentials, Password: 'wrong' })).status, 401);
  await setPasswords(w, true);
  assert.equal((await basic(w)).status, 401);
  const rows = await app.sql<{ type: string; details: Record<string, string> | null }[]>`
    select activity_type as type, details from activity
    where deployment_id = ${w.deploymentId} and user_id = ${w.ann.userId}
      and activity_type in ('SignInRefused', 'InvalidUserOrPassword') order by activity_id`;
  assert.deepEqual(
    rows.map(({ type, details }) => [type, details?.['methods'], details?.['reason']]),
    [
      ['SignInRefused', 'password', 'PasswordsOff'],
      ['SignInRefused', 'password', 'PasswordsOff'],
      ['SignInRefused', 'passkey', 'PasswordsOff'],
      ['InvalidUserOrPassword', undefined, undefined],
      ['SignInRefused', 'password', 'SecondFactor'],
    ],
  );
});
