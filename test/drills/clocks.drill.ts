/**
 * Two nodes, of which one has a clock that is 60 s ahead, then 60 s behind: no job is taken over or runs twice. The jobs
 * are mails to a server that answers after half a minute. `script/drill clocks`
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { SMTPServer } from 'smtp-server';
import { type Machines, up } from '../../deploy/several-machines/one-machine.ts';
import { until } from '../../deploy/several-machines/states.ts';
import { clockOff } from '../clock-off.ts';
import { say } from './several/faults.ts';
import { type Target, send } from './several/load.ts';

const TASKS = 16;
const ANSWER_MS = 25_000;

for (const offset of [60, -60]) {
  test(`one clock ${offset} s off`, { timeout: 1_200_000 }, async () => {
    const mail = await startMailServer();
    const clock = { NODE_OPTIONS: clockOff(offset * 1000) };
    const env = { 'node-1': { SMTP_URL: mail.url }, 'node-2': { SMTP_URL: mail.url, ...clock } };
    const machines = await up({ env, say });
    try {
      await assignTasks(machines);
      // A job that runs a second time does so soon after it was taken over, which takes a minute at most.
      await until(() => new Set(mail.recipients).size === TASKS, 'every mail has come');
      await sleep(70_000);
      const taken = takenOver(machines);
      const twice = mail.recipients.length - new Set(mail.recipients).size;
      say(
        `clock ${offset} s off: ${new Set(mail.recipients).size} of ${TASKS} mails, ${twice} twice, ${taken} take-overs`,
      );
      assert.deepEqual([new Set(mail.recipients).size, twice, taken], [TASKS, 0, 0]);
    } finally {
      await machines.down();
      mail.close();
    }
  });
}

async function startMailServer() {
  const recipients: string[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, callback) {
      recipients.push(...session.envelope.rcptTo.map(({ address }) => address));
      stream.resume().on('end', () => setTimeout(callback, ANSWER_MS));
    },
  });
  server.on('error', () => {});
  await new Promise<void>((listening) => server.listen(2525, '127.20.0.41', listening));
  return { url: 'smtp://127.20.0.41:2525', recipients, close: () => server.close() };
}

async function assignTasks(target: Target): Promise<void> {
  const [library] = (await send(target, 'GET', '/api/libraries')).body as { LibraryId: number }[];
  const folder = await send(target, 'POST', `/api/libraries/${library?.LibraryId}/folders`, { FolderName: 'Drill' });
  const form = new FormData();
  form.set('metadata', JSON.stringify({ DocumentName: 'drill.txt' }));
  form.set('file', new Blob(['drill']), 'drill.txt');
  const path = `/api/folders/${(folder.body as { FolderId: number }).FolderId}/documents`;
  const { DocumentId } = (await send(target, 'POST', path, form)).body as { DocumentId: number };
  const DueDate = new Date(Date.now() + 7 * 86_400_000).toISOString();
  for (let index = 0; index < TASKS; index += 1) {
    const Assignee = `person-${index}@example.com`;
    const task = { Type: 'Approval', DocumentId, Assignee, Instructions: 'Is this final?', DueDate };
    assert.ok((await send(target, 'POST', '/api/tasks', task)).status < 300);
  }
}

function takenOver({ pathOn }: Machines): number {
  const logs = ['node-1', 'node-2'].map((node) => readFileSync(pathOn(node, 'carrel.log'), 'utf8'));
  return Array.from(logs.join('').matchAll(/Released the jobs of stopped workers/g)).length;
}
