/** The commands for signing in: identity providers, recovery, SCIM connections and lost second factors. */
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { signIn, trySignIn } from '../../../src/people/sessions/browser.fixture.ts';
import { enroll } from '../../../src/people/factors/authenticator.fixture.ts';
import { addPasskey, signInWith } from '../../../src/people/passkeys/passkey.fixture.ts';
import { CLIENT_ID, CLIENT_SECRET, startForge } from '../../../src/people/provider-sign-in/forge.fixture.ts';
import { begin, signInAs } from '../../../src/people/provider-sign-in/provider-visit.fixture.ts';
import { domainOfWorld } from '../../../src/people/provider-sign-in/worlds.fixture.ts';
import { scimClient } from '../../../src/people/scim/scim.fixture.ts';
import { startApp } from '../../harness.ts';
import { carrel, temporaryFolder } from '../service.ts';

const app = await startApp({ providerNetworks: ['127.0.0.1'] }, { own: 'commands use its database' });
app.clock.now = new Date();
const env = {
  DATABASE_URL: app.databaseUrl,
  DATA_DIR: app.dataDir,
  PROVIDER_NETWORKS: '127.0.0.1',
  BASE_URL: 'http://carrel.test',
};

async function run<T>(...args: string[]): Promise<T> {
  const { code, stdout, stderr } = await carrel([...args, '--json'], env);
  assert.deepEqual([code, stderr], [0, ''], args.join(' '));
  return JSON.parse(stdout) as T;
}

async function refused(line: RegExp, ...args: string[]): Promise<void> {
  const { code, stdout, stderr } = await carrel(args, env);
  assert.match(stderr, /^carrel: [^\n]+\n$/);
  assert.match(stderr, line);
  assert.deepEqual([code, stdout], [1, '']);
}

test('the operator adds, tests, enables, disables and removes a provider, and turns passwords on again', async (t) => {
  const forge = await startForge(after, () => app.clock.now);
  const w = await app.world();
  const of = ['--deployment', String(w.deploymentId)];
  const secretFile = join(await temporaryFolder(t), 'secret');
  await writeFile(secretFile, `${CLIENT_SECRET}\n`);
  const terms = ['--client-id', CLIENT_ID, '--secret-file', secretFile, '--domain', domainOfWorld(w), '--create-users'];
  const { ProviderId: id, Callback } = await run<{ ProviderId: number; Callback: string }>(
    'provider',
    'add',
    '--name',
    'Keller',
    '--issuer',
    forge.issuer,
    ...terms,
    ...of,
  );
  assert.ok(Callback.endsWith(`/sign-in/providers/${id}/callback`));
  const [listed] = await run<{ IsEnabled: boolean; Name: string }[]>('provider', 'list', ...of);
  assert.deepEqual([listed?.Name, listed?.IsEnabled], ['Keller', false]);
  assert.deepEqual(await run('provider', 'test', String(id), ...of), { ProviderId: id, Keys: 1 });
  forge.fault = (_request, response) => response.writeHead(503).end();
  await refused(/Keller cannot be used \(Unavailable\)/, 'provider', 'test', String(id), ...of);
  forge.fault = null;

  const eve = { sub: 'eve', email: `eve@${domainOfWorld(w)}`, email_verified: true };
  assert.match((await begin(w, id)).uri, /failure=Disabled/);
  await run('provider', 'enable', String(id), ...of);
  const browser = await signInAs(w, forge, id, eve);
  await app.sql`update users set is_site_admin = true where deployment_id = ${w.deploymentId} and email = ${eve.email}`;
  assert.equal((await browser.api('PATCH', '/api/settings', { PasswordSignIn: false })).status, 200);
  assert.equal((await trySignIn(w, w.admin.email, w.admin.password)).status, 403);
  for (const command of ['disable', 'remove']) {
    await refused(/Nobody could sign in without this provider/, 'provider', command, String(id), ...of);
  }

  await run('settings', 'set', 'PasswordSignIn', 'true', ...of);
  assert.equal((await trySignIn(w, w.admin.email, w.admin.password)).status, 201);
  assert.deepEqual(await run('provider', 'disable', String(id), ...of), { ProviderId: id, IsEnabled: false });
  assert.match((await begin(w, id)).uri, /failure=Disabled/);
  assert.equal((await browser.api('GET', '/api/users/me')).status, 200);
  await run('provider', 'remove', String(id), ...of);
  assert.equal((await browser.api('GET', '/api/users/me')).status, 401);
  const rows = await app.sql<{ type: string; userId: number | null }[]>`
    select activity_type as type, user_id as "userId" from activity
    where deployment_id = ${w.deploymentId} and activity_type like 'IdentityProvider%' order by activity_id`;
  const kinds = ['Created', 'Changed', 'Changed', 'Deleted'].map((what) => `IdentityProvider${what}`);
  assert.deepEqual(
    rows.map(({ type, userId }) => [type, userId]),
    kinds.map((type) => [type, null]),
  );
});

test('the operator connects a directory, replaces its token, and deletes the connection', async () => {
  const w = await app.world();
  const of = ['--deployment', String(w.deploymentId)];
  const statusOf = async (token: string) => (await scimClient(app.url, token)('GET', '/Users')).status;
  const made = await run<{ ConnectionId: number; Token: string }>(
    'scim',
    'create',
    '--name',
    'Okta',
    '--no-invitations',
    ...of,
  );
  assert.equal(await statusOf(made.Token), 200);
  const [listed] = await run<{ Name: string; PeopleCount: number; IsPaused: boolean }[]>('scim', 'list', ...of);
  assert.deepEqual([listed?.Name, listed?.PeopleCount, listed?.IsPaused], ['Okta', 0, false]);
  const renewed = await run<{ Token: string }>('scim', 'rotate', String(made.ConnectionId));
  assert.deepEqual([await statusOf(made.Token), await statusOf(renewed.Token)], [401, 200]);
  await run('scim', 'delete', String(made.ConnectionId));
  assert.equal(await statusOf(renewed.Token), 401);
});

test('the operator resets the second factors of somebody who has lost them, which ends their sessions', async () => {
  const w = await app.world();
  const { browser } = await enroll(app, w, w.ann);
  assert.equal((await trySignIn(w, w.ann.email, w.ann.password)).status, 200);
  const reset = await run<{ UserId: number }>('user', 'reset-factors', w.ann.email);
  assert.equal(reset.UserId, w.ann.userId);
  assert.equal((await browser.api('GET', '/api/users/me')).status, 401);
  assert.equal((await (await signIn(w, w.ann)).api('GET', '/api/users/me')).status, 200);
  await refused(/nobody@example\.test/, 'user', 'reset-factors', 'nobody@example.test');
  const { browser: bobs, passkey } = await addPasskey(app, w, w.bob);
  assert.equal((await signInWith(app, w, passkey)).status, 201);
  await run('user', 'reset-factors', w.bob.email);
  assert.equal((await bobs.api('GET', '/api/users/me')).status, 401);
  assert.equal((await signInWith(app, w, passkey)).status, 401);
  const again = await signIn(w, w.bob);
  const { body } = await again.api('GET', '/api/users/me/second-factors');
  assert.deepEqual([body.Passkeys, body.RecoveryCodes], [[], null]);
});

test('the operator gives a deployment a host name, which no other deployment can have', async () => {
  const w = await app.world();
  const [own, other] = [String(w.deploymentId), String(w.other.deploymentId)];
  const at = { DeploymentId: w.deploymentId, Host: 'files.keller.test', WebUrl: 'http://files.keller.test' };
  assert.deepEqual(await run('deployment', 'host', own, 'Files.Keller.test'), at);
  await refused(/Another deployment has the host name files\.keller\.test/, 'deployment', 'host', other, at.Host);
  await refused(/127\.0\.0\.1 is not a host name/, 'deployment', 'host', other, '127.0.0.1');
  await refused(/Name a host name, or --remove/, 'deployment', 'host', other);
  const rows = await run<{ DeploymentId: number; Host: string | null }[]>('deployment', 'list');
  assert.equal(rows.find(({ DeploymentId }) => DeploymentId === w.deploymentId)?.Host, at.Host);
  await run('deployment', 'host', own, '--remove');
  assert.equal((await run<{ Host: string }>('deployment', 'host', other, at.Host)).Host, at.Host);
});
