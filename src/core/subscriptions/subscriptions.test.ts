/** Email preferences, and one-click unsubscribe by RFC 8058. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeTask } from '../../../test/factories/tasks.ts';
import { startApp } from '../../../test/harness.ts';
import type { Person, World } from '../../../test/world.ts';
import { startMailServer } from '../../platform/mail/mail-server.fixture.ts';

const server = await startMailServer();
const app = await startApp({ smtpUrl: server.url });
const ALL_ON = {
  TaskRequests: true,
  TaskDecisions: true,
  TaskUpdates: true,
  LinkUploads: true,
  LinkOpenings: true,
  AccessGrants: true,
  CommentMentions: true,
  LinkComments: true,
  SearchAlerts: true,
};

const preferencesOf = async (person: Person) => (await person.api('GET', '/api/users/me')).body.MailPreferences;

async function worldWithDocument() {
  const w = await app.world();
  const documentId = await w.ann.document(await w.ann.folder(w.ann.libraryId, 'Plans'), 'plan.txt');
  return { ...w, w, documentId };
}

/** The headers and titles of emails to a person, sent after the last call. */
async function mailsTo({ email }: Pick<Person, 'email'>): Promise<string[]> {
  await app.runJobs();
  const mails = server.received.filter(({ to }) => to.includes(email));
  server.received.length = 0;
  return mails.map(({ raw, mail }) => `${raw.split('\r\n\r\n', 1)[0]}\n${mail.text}`);
}

/** The headers that turn emails off. */
function unsubscribeOf(mail: string): { address: string; post: string | undefined } {
  const address = /^List-Unsubscribe: <([^>]+)>\r?$/m.exec(mail)?.[1] ?? '';
  return { address, post: /^List-Unsubscribe-Post: (.*?)\r?$/m.exec(mail)?.[1] };
}

const pathOf = (address: string) => address.replace('http://carrel.test', '');

async function post(address: string, type = 'application/x-www-form-urlencoded', body = 'List-Unsubscribe=One-Click') {
  const init = { method: 'POST', headers: { 'content-type': type }, body, redirect: 'manual' } as const;
  return (await fetch(new URL(pathOf(address), app.url), init)).status;
}

async function requestMail({ w, documentId }: { w: World; documentId: number }): Promise<string> {
  await makeTask(app, w.ann, w.bob.email, documentId);
  const [mail = ''] = await mailsTo(w.bob);
  return mail;
}

test('an email that can be turned off has the headers for it; one POST without a sign-in turns off its kind', async () => {
  const made = await worldWithDocument();
  const { bob, ann, documentId } = made;
  const { address, post: wanted } = unsubscribeOf(await requestMail(made));
  assert.equal(wanted, 'List-Unsubscribe=One-Click');
  assert.match(address, /^http:\/\/carrel\.test\/api\/unsubscribe\/[\w.-]+$/);
  assert.equal(await post(address), 204);
  assert.deepEqual(await preferencesOf(bob), { ...ALL_ON, TaskRequests: false });
  assert.deepEqual(await preferencesOf(ann), ALL_ON);
  assert.equal(await post(address, 'multipart/form-data; boundary=x', '--x--\r\n'), 204);
  await makeTask(app, ann, bob.email, documentId);
  assert.deepEqual(await mailsTo(bob), []);
  // The task itself is announced in the app.
  assert.equal((await bob.api('GET', '/api/notifications')).body.length, 2);
});

test('GET of an unsubscribe link changes nothing and redirects to a page', async () => {
  const made = await worldWithDocument();
  const { address } = unsubscribeOf(await requestMail(made));
  const response = await fetch(new URL(pathOf(address), app.url), { redirect: 'manual' });
  const token = address.split('/').at(-1) ?? '';
  assert.deepEqual(
    [response.status, response.headers.get('location')],
    [303, `http://carrel.test/unsubscribe#${token}`],
  );
  assert.deepEqual(await preferencesOf(made.bob), ALL_ON);
});

test('a changed token, a token of an unknown user and a token for an old address get the same 404', async () => {
  const made = await worldWithDocument();
  const { bob, admin, stranger } = made;
  const { address } = unsubscribeOf(await requestMail(made));
  const [deploymentId, userId, topic, signature] = (address.split('/').at(-1) ?? '').split('.');
  const titles = new Set<string>();
  for (const token of [
    'x',
    `${deploymentId}.${stranger.userId}.${topic}.${signature}`,
    `${deploymentId}.${userId}.LinkUploads.${signature}`,
    `${deploymentId}.${userId}.Passwords.${signature}`,
    `${deploymentId}.999999999.${topic}.${signature}`,
    `${deploymentId}.${userId}.${topic}.${'A'.repeat(43)}`,
  ]) {
    const answer = await made.anonymous.api('POST', `/api/unsubscribe/${token}`);
    assert.equal(answer.status, 404, token);
    titles.add(answer.body.title);
  }
  assert.deepEqual([...titles], ['This link is not valid.']);
  await admin.api('PATCH', `/api/users/${bob.userId}`, { Email: `new-${bob.email}` });
  assert.equal(await post(address), 404);
  assert.deepEqual(await preferencesOf(bob), ALL_ON);
});

test('people turn kinds on and off; waiting emails of a kind that is turned off are not sent', async () => {
  const { ann, bob, documentId } = await worldWithDocument();
  await makeTask(app, ann, bob.email, documentId);
  const off = await bob.api('PATCH', '/api/users/me', { MailPreferences: { TaskRequests: false } });
  assert.deepEqual([off.status, off.body.MailPreferences], [200, { ...ALL_ON, TaskRequests: false }]);
  assert.deepEqual(await mailsTo(bob), []);
  await bob.api('PATCH', '/api/users/me', { MailPreferences: { TaskRequests: true } });
  await makeTask(app, ann, bob.email, documentId);
  assert.equal((await mailsTo(bob)).length, 1);
  for (const MailPreferences of [{ Passwords: false }, { TaskRequests: 'no' }, { TaskRequests: null }]) {
    assert.equal((await bob.api('PATCH', '/api/users/me', { MailPreferences })).status, 400);
  }
});

test('two changes at once both take effect', async () => {
  const { bob } = await app.world();
  const turnOff = (topic: string) => bob.api('PATCH', '/api/users/me', { MailPreferences: { [topic]: false } });
  await Promise.all(Object.keys(ALL_ON).map(turnOff));
  assert.deepEqual(
    Object.values(await preferencesOf(bob)),
    Object.keys(ALL_ON).map(() => false),
  );
});

test('emails about passwords cannot be turned off, and people without an account have no header', async () => {
  const { bob, anonymous, ann, documentId } = await worldWithDocument();
  const none = Object.fromEntries(Object.keys(ALL_ON).map((topic) => [topic, false]));
  await bob.api('PATCH', '/api/users/me', { MailPreferences: none });
  await anonymous.api('POST', '/api/password-resets', { Email: bob.email });
  const [reset = ''] = await mailsTo(bob);
  assert.match(reset, /Reset your/);
  assert.deepEqual(unsubscribeOf(reset), { address: '', post: undefined });
  await makeTask(app, ann, 'lena@outside.test', documentId);
  const [request = ''] = await mailsTo({ email: 'lena@outside.test' });
  assert.deepEqual(unsubscribeOf(request), { address: '', post: undefined });
});

test('times in emails are in the time zone of the recipient, and in UTC without one', async () => {
  const made = await worldWithDocument();
  assert.match(await requestMail(made), /by 9 March 2026 at 10:00 UTC\./);
  await made.bob.api('PATCH', '/api/users/me', { TimeZone: 'Asia/Kolkata' });
  assert.match(await requestMail(made), /by 9 March 2026 at 15:30 GMT\+5:30\./);
});

test('a forged token neither waits for locks nor takes any', async () => {
  const made = await worldWithDocument();
  const { address } = unsubscribeOf(await requestMail(made));
  const forged = address.replace(/[^.]{4}$/, 'AAAA');
  await app.sql.begin(async (tx) => {
    await tx`select from users where user_id = ${made.bob.userId} for update`;
    assert.equal(await post(forged), 404);
  });
  assert.deepEqual(await preferencesOf(made.bob), ALL_ON);
});
