/**
 * A worker killed while mailing an access code, after the server accepted the mail and before the worker recorded it.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startMailServer } from '../../src/platform/mail/mail-server.fixture.ts';
import { visitor } from '../../src/visiting/visits/visitor.fixture.ts';
import { externalDatabase, kill, startService, until } from './service.ts';

const server = await startMailServer();

test('a code whose worker was killed while sending is resent as the same message and opens the link', async (t) => {
  const service = await startService(t, { ...(await externalDatabase(t)), SMTP_URL: server.url });
  const { admin } = service;
  const { PersonalLibraryId } = (await admin.api('GET', '/api/users/me')).body;
  const folderId = await admin.folder(PersonalLibraryId, 'Plans');
  const Recipients = ['x@recipients.test'];
  const wanted = { AllowView: true, AccessCodeRequired: true, Recipients, NotifyRecipients: false };
  const { ShareId, ReferenceString } = (await admin.api('POST', `/api/folders/${folderId}/share`, wanted)).body;
  const [{ WebUri }] = (await admin.api('GET', `/api/folders/${folderId}/shares/${ShareId}/recipients`)).body;
  const { pathname, search, searchParams } = new URL(WebUri);
  const person = visitor(service, ReferenceString);

  server.fallSilentAtNext();
  assert.equal((await person.open(pathname + search)).status, 200);
  await until(() => server.received.length === 1, 'the server has the mail');
  const worker = (await service.processes()).filter(
    ({ command, parent }) => command.includes('worker-process.') && parent === service.pid,
  );
  kill(worker.map(({ pid }) => pid));
  await until(() => server.received.length === 2, 'the mail is sent again');

  const [first, second] = server.received;
  assert.equal(second?.mail.messageId, first?.mail.messageId);
  assert.equal(second?.mail.text, first?.mail.text);
  const Code = /access code is (\d{6})\n/.exec(second?.mail.text ?? '')?.[1];
  const unlocked = await person.ask(
    'POST',
    '/unlock',
    { Recipient: searchParams.get('recipient'), Code },
    { origin: service.url },
  );
  assert.deepEqual([unlocked.status, unlocked.body.IsUnlocked], [200, true]);
});
