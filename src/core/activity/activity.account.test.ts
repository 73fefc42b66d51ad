/** Activity of accounts, rights and jobs. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startApp } from '../../../test/harness.ts';
import type { Person } from '../../../test/world.ts';
import { hashPassword } from '../../platform/crypto/passwords.ts';
import { transaction } from '../../platform/db/connection.ts';
import { foundDeployment } from '../../people/found-deployment.steps.ts';
import { signIn } from '../../people/sessions/browser.fixture.ts';

const app = await startApp({}, { own: 'reads whole tables' });

type Row = { type: string; userId: number | null; name: string; details: Record<string, unknown> | null };

async function recorded({ deploymentId }: Pick<Person, 'deploymentId'>, work: () => Promise<unknown>): Promise<Row[]> {
  const [last] = await app.sql<{ id: number }[]>`select coalesce(max(activity_id), 0) as id from activity`;
  await work();
  return app.sql<Row[]>`
    select activity_type as type, user_id as "userId", content_name as name, details from activity
    where deployment_id = ${deploymentId} and activity_id > ${last?.id ?? 0} order by activity_id`;
}

test('signing out one session or all others is recorded, and nothing without a session', async () => {
  const w = await app.world();
  const { ann } = w;
  const [first, , third] = [await signIn(w, ann), await signIn(w, ann), await signIn(w, ann)];
  const rows = await recorded(ann, async () => {
    assert.equal((await first.api('DELETE', '/api/sessions/current')).status, 204);
    assert.equal((await third.api('DELETE', '/api/users/me/sessions')).status, 204);
    assert.equal((await third.api('DELETE', '/api/users/me/sessions')).status, 204);
    assert.equal((await third.api('DELETE', `/api/users/me/sessions/${first.sessionId}`)).status, 404);
  });
  const row = { type: 'UserSignedOut', userId: ann.userId, name: ann.email, details: { sessions: 1 } };
  assert.deepEqual([...rows], [row, row]);
});

test('a password reset request is recorded for the account only', async () => {
  const { ann, anonymous } = await app.world();
  const rows = await recorded(ann, async () => {
    await anonymous.api('POST', '/api/password-resets', { Email: ann.email });
    await anonymous.api('POST', '/api/password-resets', { Email: 'nobody@example.test' });
    await app.runJobs();
  });
  assert.deepEqual([...rows], [{ type: 'PasswordResetRequested', userId: ann.userId, name: ann.email, details: null }]);
});

test('denying, shortening or revoking rights is recorded differently from granting them', async () => {
  const { ann, bob } = await app.world();
  const folderId = await ann.folder(ann.libraryId, 'F');
  const expiresOn = new Date(app.clock.now.getTime() + 3_600_000).toISOString();
  const put = (entry?: object) =>
    ann.api(
      'PUT',
      `/api/folders/${folderId}/permissions`,
      entry === undefined ? [] : [{ UserId: bob.userId, ...entry }],
    );
  const rows = await recorded(ann, async () => {
    await put({ Allow: ['Read', 'Write'] });
    await put({ Allow: ['Read', 'Write'] });
    await put({ Allow: ['Read'], Deny: ['Write'] });
    await put({ Allow: ['Read'], Deny: ['Write'], ExpiresOn: expiresOn });
    await put();
  });
  const change = { type: 'FolderPermissionsChanged', userId: ann.userId, name: 'F' };
  const of = { userId: bob.userId };
  assert.deepEqual(
    [...rows],
    [
      { ...change, type: 'FolderSharedWithUser', details: { ...of, rights: 'Read Write' } },
      { ...change, details: { ...of, allow: 'Read', deny: 'Write', expiresOn: null } },
      { ...change, details: { ...of, allow: 'Read', deny: 'Write', expiresOn } },
      { ...change, details: { ...of, allow: '', deny: '', expiresOn: null } },
    ],
  );
});

test('purging old documents and deleting a job are recorded with the actor', async () => {
  const { admin } = await app.world();
  let jobId = 0;
  const rows = await recorded(admin, async () => {
    const body = { PurgeType: 'DateStored', Days: 60 };
    const { headers } = await admin.api('POST', '/api/async/documents/purge-old-documents', body);
    jobId = Number(headers.get('location')?.split('/').at(-1));
    await admin.api('DELETE', `/api/async/${jobId}`);
    await admin.api('DELETE', `/api/async/${jobId}`);
  });
  const { userId } = admin;
  assert.deepEqual(
    [...rows],
    [
      { type: 'PurgeStarted', userId, name: 'Old documents', details: { days: 60 } },
      { type: 'JobDeleted', userId, name: 'purge-old-documents', details: { jobId, state: 'processing' } },
    ],
  );
});

test('the log of a deployment starts with its creation by the operator', async () => {
  const passwordHash = await hashPassword('a password that is long');
  const email = `${crypto.randomUUID()}@example.test`;
  const wanted = { name: 'New', email, passwordHash, now: app.clock.now };
  const { deploymentId, userId } = await transaction(app.sql, (tx) => foundDeployment(tx, app.deps.steps, wanted));
  const rows = await app.sql`
    select activity_type as type, user_id as "userId", content_name as name, details from activity
    where deployment_id = ${deploymentId} order by activity_id`;
  assert.deepEqual(
    [...rows],
    [
      { type: 'DeploymentCreated', userId: null, name: 'New', details: null },
      { type: 'UserCreated', userId: null, name: email, details: { userId, isSiteAdmin: true } },
      { type: 'TokenCreated', userId: null, name: 'First token', details: { userId } },
    ],
  );
});
