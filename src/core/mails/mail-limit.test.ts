import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startApp } from '../../../test/harness.ts';
import type { Person } from '../../../test/world.ts';

const app = await startApp();
const addresses = (count: number, at: string) =>
  Array.from({ length: count }, (_, n) => `person${n}@${at}.example.test`);

/** A deployment in which a user may send ten emails a day. */
async function limited(limit: number | null = 10) {
  const w = await app.world();
  assert.equal((await w.admin.api('PATCH', '/api/settings', { MaxMailsPerUserPerDay: limit })).status, 200);
  const folderId = await w.ann.folder(w.ann.libraryId, 'Shared');
  const share = (recipients: number, cc = 0) =>
    w.ann.api('POST', `/api/folders/${folderId}/share`, {
      AllowView: true,
      Recipients: addresses(recipients, 'to'),
      EmailRecipientsCc: addresses(cc, 'cc'),
      NotifyRecipients: true,
      CustomEmailText: 'Buy now',
    });
  return { w, folderId, share };
}

async function mailsOf({ deploymentId }: Person): Promise<number> {
  return (await app.sql`select from mails where deployment_id = ${deploymentId}`).length;
}

test('a user sends at most as many emails a day as the setting allows, recipients and copies of each counted', async () => {
  const { w, share, folderId } = await limited();
  assert.equal((await share(2, 2)).status, 200); // Two mails with two copies each.
  assert.equal((await share(4)).status, 200);
  const shares = (await w.ann.api('GET', `/api/folders/${folderId}/shares`)).body.length;
  const refused = await share(1);
  assert.deepEqual([refused.status, refused.body.type], [429, '/too_many_requests']);
  assert.equal(
    refused.body.title,
    'You can send at most 10 emails in 24 hours. You have sent 10, and this would send 1 more.',
  );
  assert.equal(refused.headers.get('retry-after'), String(24 * 3600));
  // Nothing of it has happened.
  assert.equal((await w.ann.api('GET', `/api/folders/${folderId}/shares`)).body.length, shares);
  assert.equal(await mailsOf(w.ann), 6);
  assert.equal((await w.ann.api('POST', `/api/folders/${folderId}/share`, { AllowView: true })).status, 200);
  assert.equal((await w.admin.api('POST', '/api/users', { Email: 'new@example.test', Name: 'New' })).status, 201);
  app.clock.advance(24 * 3_600_000);
  assert.equal((await share(10)).status, 200);
});

test('two requests at once cannot exceed the limit together', async () => {
  const { w, share } = await limited();
  const statuses = (await Promise.all([share(6), share(6), share(6)])).map(({ status }) => status);
  assert.deepEqual(
    statuses.toSorted((a, b) => a - b),
    [200, 429, 429],
  );
  assert.equal(await mailsOf(w.ann), 6);
});

test('resent links, tasks with their recipients, and invitations count as well', async () => {
  const { w, folderId, share } = await limited();
  const { ShareId: shareId } = (await share(4)).body;
  const resend = () => w.ann.api('POST', `/api/folders/${folderId}/shares/${shareId}/notify`);
  assert.equal((await resend()).status, 204);
  assert.equal((await resend()).status, 429);
  const documentId = await w.admin.document(await w.admin.folder(w.admin.libraryId, 'Of the admin'), 'a.pdf');
  const task = {
    Type: 'Approval',
    DocumentId: documentId,
    Assignee: 'outside@example.test',
    Instructions: 'Please review.',
    DueDate: '2026-03-20T00:00:00Z',
    Recipients: addresses(3, 'updates'),
  };
  const created = await w.admin.api('POST', '/api/tasks', task);
  assert.equal(created.status, 200, created.text);
  // Canceling is never refused, but counts: 4 and 3 so far.
  const taskId: number = created.body.TaskId;
  assert.equal((await w.admin.api('PATCH', `/api/tasks/${taskId}/cancel`)).status, 200);
  assert.equal((await w.admin.api('POST', '/api/tasks', task)).status, 429);
  const invite = (name: string) => w.admin.api('POST', '/api/users', { Email: `${name}@example.test`, Name: name });
  for (const name of ['one', 'two', 'three']) assert.equal((await invite(name)).status, 201);
  const refused = await invite('four');
  assert.equal(refused.status, 429);
  assert.ok(!(await w.admin.api('GET', '/api/users')).text.includes('four@'));
});

test('without a limit everything is sent', async () => {
  const { share } = await limited(null);
  for (let n = 0; n < 6; n += 1) assert.equal((await share(100)).status, 200);
});
