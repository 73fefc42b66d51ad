/** Helpers for tasks: by emailed link and code, or signed in. */
import assert from 'node:assert/strict';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { startMailServer } from '../../../src/platform/mail/mail-server.fixture.ts';
import { pdfPage } from '../../../src/platform/rendering/samples.fixture.ts';
import { PASSWORD, type Person, type World } from '../../world.ts';
import { ORIGIN, type WebApp, startWebApp } from '../browser.ts';
import { codeIn, linkIn } from '../links.ts';

export const DAY_MS = 86_400_000;
export const INSTRUCTIONS = 'Please check the sums.\nThe rest is agreed.';

export type Made = { w: World; ann: Person; documentId: number; taskId: number; mail: string };

/** Starts the web app with a mail server. */
export async function startTasks() {
  const server = await startMailServer();
  const app = await startWebApp({ smtpUrl: server.url });
  return { app, server, ...tasksOf(app, server) };
}

function tasksOf(app: WebApp, server: Awaited<ReturnType<typeof startMailServer>>) {
  async function ask(of: (w: World) => string, name = 'Offer.pdf'): Promise<Made> {
    const w = await app.world();
    const { ann } = w;
    const folderId = await ann.folder(ann.libraryId, 'Offers');
    const documentId = await ann.document(folderId, name, name.endsWith('.pdf') ? pdfPage() : 'first words');
    const DueDate = new Date(app.clock.now.getTime() + 3 * DAY_MS).toISOString();
    const task = { Type: 'Approval', DueDate, Assignee: of(w), DocumentId: documentId, Instructions: INSTRUCTIONS };
    const { status, body, text } = await ann.api('POST', '/api/tasks', task);
    assert.equal(status, 200, text);
    return { w, ann, documentId, taskId: body.TaskId, mail: await mailTo(of(w)) };
  }

  async function mailTo(address: string): Promise<string> {
    await app.runJobs();
    return server.takeMailTo(address).text ?? '';
  }

  /** A page whose clock starts with the server's. */
  async function openAt(path: string, options?: BrowserContextOptions): Promise<Page> {
    const page = await app.open('about:blank', options);
    await page.clock.install({ time: app.clock.now });
    await page.goto(new URL(path, ORIGIN).href);
    return page;
  }

  /** Opens the emailed link and enters the emailed code. */
  async function enter(made: Made, address: string, options?: BrowserContextOptions): Promise<Page> {
    const page = await openAt(linkIn(made.mail), options);
    await page.getByRole('heading', { name: 'Enter your access code' }).waitFor();
    await page.getByLabel('Digit 1 of 6').pressSequentially(codeIn(await mailTo(address)));
    await page.getByRole('heading', { level: 1, name: 'Offer' }).waitFor();
    return page;
  }

  return { ask, mailTo, openAt, enter };
}

export const outsider = () => `guest-${crypto.randomUUID()}@example.test`;

export async function signIn(page: Page, { email }: Person): Promise<void> {
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
}

export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

export const statusOf = async ({ ann, taskId }: Made) => {
  const { TaskStatus, TaskResult, Comment } = (await ann.api('GET', `/api/tasks/${taskId}`)).body;
  return [TaskStatus, TaskResult, Comment];
};

/** Waits until a decision can no longer be undone. */
export async function letPass(page: Page): Promise<void> {
  await button(page, 'Undo').waitFor();
  await page.clock.fastForward(6000);
}

export const outcome = (page: Page, name: string) =>
  page.getByRole('heading', { level: 2, name, exact: true }).waitFor();
