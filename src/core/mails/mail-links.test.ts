/** Links in emails lead to the host name of the deployment (docs/api/authentication.md#host-names). */
import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { test } from 'node:test';
import { makeTask } from '../../../test/factories/tasks.ts';
import { startApp } from '../../../test/harness.ts';
import { worldWithDocument } from '../../library/comments/comments.fixture.ts';
import { runMinute, setRule } from '../../people/factor-rule/factor-rule.fixture.ts';
import { trySignIn } from '../../people/sessions/browser.fixture.ts';
import { startMailServer } from '../../platform/mail/mail-server.fixture.ts';
import { storeHost } from '../hosts/hosts.queries.ts';

const server = await startMailServer();
const app = await startApp({ smtpUrl: server.url });

/** Does everything that sends an email with a link at once. */
async function causeMails(d: Awaited<ReturnType<typeof worldWithDocument>>): Promise<void> {
  const { w, ann, bob, documentId, folderId } = d;
  const external = `x@${w.deploymentId}.test`;
  await w.admin.api('POST', '/api/users', { Email: `new@${w.deploymentId}.test`, Name: 'New' });
  await w.anonymous.api('POST', '/api/password-resets', { Email: ann.email });
  await ann.api('POST', `/api/folders/${folderId}/share`, { AllowView: true, Recipients: [external] });
  await ann.api('POST', `/api/folders/${folderId}/access`, { To: [{ UserId: bob.userId }], Role: 'Viewer' });
  await makeTask(app, ann, external, documentId);
  const taskId = await makeTask(app, ann, bob.email, documentId);
  await bob.api('PATCH', `/api/tasks/${taskId}/complete`, { Status: 'Approved' });
  await d.say(ann, 'See @Bob', { Mentions: [bob.userId] });
  await d.say(bob, 'Seen');
  // In two browsers.
  for (let n = 0; n < 2; n += 1) await trySignIn(w, bob.email, bob.password);
  await setRule(w, { SecondFactor: 'everyone' });
  await app.runJobs();
  await runMinute(app);
  await app.runJobs();
}

test('links in emails, also those to turn emails off, lead to the host name of the deployment', async () => {
  const d = await worldWithDocument(app);
  const host = `files.${d.w.deploymentId}.test`;
  await storeHost(app.sql, d.w.deploymentId, host);
  await causeMails(d);
  const parts = server.received.map(
    ({ raw, mail }) => `${raw.split('\r\n\r\n', 1)[0]}\n${mail.text}\n${mail.html || ''}`,
  );
  const links = parts.flatMap((text) => text.match(/https?:\/\/[^\s"<>]+/g) ?? []).map((link) => new URL(link));
  assert.deepEqual(
    links.filter((link) => link.host !== host).map(({ href }) => href),
    [],
  );
  const kinds = links.map(({ pathname, search, hash }) =>
    (pathname + search + hash).replaceAll(/[\w.-]{20,}/g, '…').replaceAll(/\d+/g, '1'),
  );
  const all = new Set(kinds);
  for (const kind of KINDS) assert.ok(all.has(kind), `${kind} is not one of ${[...all].join(' ')}`);
});

const KINDS = [
  '/invitation#…',
  '/password-reset#…',
  '/folder/1/share/…?recipient=…',
  '/folders/1',
  '/task/1/link/…?recipient=…',
  '/tasks/1',
  '/documents/1?tab=comments',
  '/account#sessions',
  '/account',
  '/api/unsubscribe/…',
];

test('code that makes emails takes their address from the deployment, and none from the configuration', async () => {
  const root = resolve(import.meta.dirname, '../../..');
  const files = globSync('src/**/*.ts', { cwd: root }).filter((path) => !/\.(?:test|fixture)\.ts$/.test(path));
  const wrong = [];
  for (const path of files) {
    const text = await readFile(resolve(root, path), 'utf8');
    const makesEmails = /from '[^']*(?:mails\.(?:steps|jobs)|\.emails|task-messages\.steps)\.ts'/.test(text);
    if (makesEmails && /config\.(?:webUrl|baseUrl)\b/.test(text)) wrong.push(path);
  }
  assert.deepEqual(wrong, [], 'Use siteOfDeployment.');
});
