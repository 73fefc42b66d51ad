import assert from 'node:assert/strict';
import { test } from 'node:test';
import { grant } from '../../../test/factories/permissions.ts';
import { makeTagType, tagDocument } from '../../../test/factories/tags.ts';
import { startApp } from '../../../test/harness.ts';
import { startMailServer } from '../../platform/mail/mail-server.fixture.ts';
import { addText } from '../search/search.fixture.ts';
import { SEARCHES, MINUTE_MS, alertsOf, checkAlerts, makeAlert, worldWithFolder } from './alerts.fixture.ts';

const server = await startMailServer();
const app = await startApp({ smtpUrl: server.url, webUrl: 'http://web.test' });
const mailsTo = (email: string) => server.received.filter(({ to }) => to.includes(email)).map(({ mail }) => mail);

test('the owner of an alert is notified of new matches that others add, in the app and by email', async () => {
  const { ann, bob, folderId } = await worldWithFolder(app);
  await bob.document(folderId, 'Old lease.txt', 'before');
  await app.runJobs();
  const id = await makeAlert(ann, 'lease');
  await bob.document(folderId, 'Lease [A].txt', 'a');
  await bob.document(folderId, 'Rent.txt', 'b');
  await ann.document(folderId, 'My lease.txt', 'c');
  await checkAlerts(app);
  assert.deepEqual(await alertsOf(ann), [String.raw`1 new match for Alert of lease: Lease \[A].txt`]);
  assert.deepEqual(await alertsOf(bob), []);
  const [mail] = mailsTo(ann.email);
  assert.equal(mail?.subject, '1 new match for “Alert of lease”');
  assert.match(mail?.text ?? '', /Lease \[A\]\.txt/);
  assert.ok(mail?.text?.includes(`http://web.test/searches/${id}\n`));
  assert.match(server.received.at(-1)?.raw ?? '', /List-Unsubscribe: <[^>]+SearchAlerts/);
});

test('a document is announced once, also if it stops matching and matches again after the notice', async () => {
  const { ann, bob, folderId } = await worldWithFolder(app);
  const old = await bob.document(folderId, 'Old lease.txt', 'old');
  await app.runJobs();
  await makeAlert(ann, 'lease');
  await bob.revise(old, 'Old lease.txt', 'newer');
  const documentId = await bob.document(folderId, 'Draft.txt', 'a');
  await checkAlerts(app);
  assert.deepEqual(await alertsOf(ann), []);
  for (const DocumentName of ['Lease.txt', 'Draft.txt', 'Lease again.txt']) {
    assert.equal((await bob.api('PATCH', `/api/documents/${documentId}`, { DocumentName })).status, 200);
    await checkAlerts(app, 61);
  }
  assert.deepEqual(await alertsOf(ann), ['1 new match for Alert of lease: Lease.txt']);
});

test('an alert sends at most one notice an hour, with a count and the first names', async () => {
  const { ann, bob, folderId } = await worldWithFolder(app);
  await makeAlert(ann, 'lease');
  await bob.document(folderId, 'Lease 0.txt', '0');
  await app.runJobs();
  await checkAlerts(app, 1);
  assert.deepEqual(await alertsOf(ann), [], 'It waits for documents that are uploaded together.');
  await bob.document(folderId, 'Lease 1.txt', '1');
  await checkAlerts(app);
  assert.equal((await alertsOf(ann)).length, 1);
  for (let n = 2; n < 9; n += 1) await bob.document(folderId, `Lease ${n}.txt`, String(n));
  await checkAlerts(app, 50);
  assert.equal((await alertsOf(ann)).length, 1);
  await checkAlerts(app, 20);
  const [latest = '', first] = await alertsOf(ann);
  assert.match(first ?? '', /^2 new matches for Alert of lease: /);
  assert.match(latest, /^7 new matches for Alert of lease: (Lease \d\.txt, ){5}and 2 more$/);
  assert.deepEqual(
    mailsTo(ann.email).map(({ subject }) => subject),
    ['2 new matches for “Alert of lease”', '7 new matches for “Alert of lease”'],
  );
});

test('nothing that the owner cannot read at the time of the notice is announced', async () => {
  const { w, ann, bob, admin, libraryId, folderId } = await worldWithFolder(app);
  const closed = await admin.folder(libraryId, 'Closed');
  await grant(app, ann, { folderId: closed }, { deny: ['Read'] });
  await makeAlert(ann, 'lease');
  await makeAlert(w.stranger, 'lease');
  await bob.document(closed, 'Lease secret.txt', 'a');
  const trashed = await bob.document(folderId, 'Lease trashed.txt', 'b');
  const revoked = await bob.document(folderId, 'Lease revoked.txt', 'c');
  const renamed = await bob.document(folderId, 'Lease renamed.txt', 'd');
  await bob.document(folderId, 'Lease open.txt', 'e');
  await app.runJobs();
  await checkAlerts(app, 0);
  const found = await app.sql`select from search_alert_documents where state = 1`;
  assert.equal(found.length, 4);
  await admin.api('DELETE', `/api/documents/${trashed}`);
  await grant(app, ann, { documentId: revoked }, { deny: ['Read'] });
  await bob.api('PATCH', `/api/documents/${renamed}`, { DocumentName: 'Rent.txt' });
  await checkAlerts(app);
  assert.deepEqual(await alertsOf(ann), ['1 new match for Alert of lease: Lease open.txt']);
  assert.deepEqual(await alertsOf(w.stranger), []);
  assert.equal(
    (await app.sql`select from search_alert_documents where deployment_id = ${w.deploymentId} and state < 2`).length,
    0,
  );
});

test('texts, tags, phrases, places and people of the query count as in a search', async () => {
  const { ann, bob, admin, libraryId, folderId } = await worldWithFolder(app);
  const phase = await makeTagType(admin, libraryId, 'Phase');
  await makeAlert(ann, '"annual rent" -draft', { SearchName: 'Phrase', FolderId: folderId });
  await makeAlert(ann, 'tag:Phase=Signed owner:bob type:.txt', { SearchName: 'Tag' });
  await makeAlert(ann, 'in:"Later" modified:>2026-01-01', { SearchName: 'Place' });
  const phrase = await bob.document(folderId, 'a.txt', 'a');
  const words = await bob.document(folderId, 'b.txt', 'b');
  await addText(app, bob, phrase, 'The annual rents are due.', 'english');
  await addText(app, bob, words, 'The rent is annual.', 'english');
  const later = await admin.folder(libraryId, 'Later');
  app.clock.advance(11 * MINUTE_MS);
  await checkAlerts(app, 0);
  await admin.document(later, 'c.txt', 'c');
  await tagDocument(bob, words, [[phase, 'signed']]);
  await checkAlerts(app);
  assert.deepEqual((await alertsOf(ann)).sort(), [
    '1 new match for Phrase: a.txt',
    '1 new match for Place: c.txt',
    '1 new match for Tag: b.txt',
  ]);
});

test('texts that are read late, a reindex, and alerts of people who left cause no notice', async () => {
  const { ann, bob, admin, folderId } = await worldWithFolder(app);
  const documentId = await bob.document(folderId, 'a.txt', 'a');
  await app.runJobs();
  app.clock.advance(MINUTE_MS);
  await makeAlert(ann, 'lease');
  await makeAlert(bob, 'lease');
  await addText(app, bob, documentId, 'an old lease');
  await checkAlerts(app);
  assert.deepEqual(await alertsOf(ann), []);
  await admin.document(folderId, 'Lease.txt', 'b');
  await app.sql`update users set deactivated_at = ${app.clock.now} where user_id = ${ann.userId}`;
  await admin.api('DELETE', `/api/users/${bob.userId}`);
  await checkAlerts(app);
  await app.sql`update users set deactivated_at = null where user_id = ${ann.userId}`;
  await checkAlerts(app);
  assert.deepEqual(await alertsOf(ann), []);
  assert.equal(mailsTo(ann.email).length + mailsTo(bob.email).length, 0);
});

test('an alert with more matches than it remembers announces added documents only', async () => {
  const { ann, bob, folderId } = await worldWithFolder(app);
  const old = await bob.document(folderId, 'Draft.txt', 'a');
  await app.runJobs();
  app.clock.advance(MINUTE_MS);
  await makeAlert(ann, 'lease');
  await app.sql`update search_alerts set is_limited = true where deployment_id = ${ann.deploymentId}`;
  await bob.api('PATCH', `/api/documents/${old}`, { DocumentName: 'Lease old.txt' });
  await bob.document(folderId, 'Lease new.txt', 'b');
  await checkAlerts(app);
  assert.deepEqual(await alertsOf(ann), ['1 new match for Alert of lease: Lease new.txt']);
});

test('documents wait for the alert in the transaction of the index, and concurrent runs send one notice', async () => {
  const { ann, bob, folderId } = await worldWithFolder(app);
  await makeAlert(ann, 'lease');
  const documentId = await bob.document(folderId, 'Lease.txt', 'a');
  await app.runJobs();
  const [row] = await app.sql`select state from search_alert_documents where document_id = ${documentId}`;
  assert.equal(row?.['state'], 0, 'It is stored before any alert is looked at.');
  app.clock.advance(3 * MINUTE_MS);
  await Promise.all([0, 1, 2].map(() => checkAlerts(app, 0)));
  assert.equal((await alertsOf(ann)).length, 1);
  assert.equal(mailsTo(ann.email).length, 1);
});

test('emails of alerts can be turned off; an alert that is turned off finds nothing', async () => {
  const { ann, bob, folderId } = await worldWithFolder(app);
  assert.equal((await ann.api('PATCH', '/api/users/me', { MailPreferences: { SearchAlerts: false } })).status, 200);
  const off = await makeAlert(ann, 'rent');
  await makeAlert(ann, 'lease');
  assert.equal((await ann.api('PATCH', `${SEARCHES}/${off}`, { Alert: false })).body.Alert, false);
  await bob.document(folderId, 'Lease and rent.txt', 'a');
  await checkAlerts(app);
  assert.deepEqual(await alertsOf(ann), ['1 new match for Alert of lease: Lease and rent.txt']);
  assert.equal(mailsTo(ann.email).length, 0);
});
