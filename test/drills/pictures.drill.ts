/** Takes all screenshots of the README and the docs again: `UPDATE_PICTURES=1 script/drill pictures` */
import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { messages } from '../../web/messages/en.ts';
import { uploadMessages } from '../../web/messages/en/uploads.ts';
import { addDeployment } from '../../src/core/deployments/deployments.steps.ts';
import { fillDeployment } from '../../src/demo/demo.ts';
import { transaction } from '../../src/platform/db/connection.ts';
import { docx, xlsx } from '../../src/platform/rendering/samples.fixture.ts';
import { CHROMIUM, without } from '../parts.ts';
import type { Person } from '../world.ts';
import { ORIGIN, close, startWebApp, slowDown } from '../web/browser.ts';
import { codeIn, linkIn, newestMail, share } from '../web/links.ts';
import { openAs, signIn } from '../web/people.ts';

const skip = process.env['UPDATE_PICTURES'] === '1' ? without(CHROMIUM) : 'UPDATE_PICTURES=1 takes them anew';
const app = skip === false ? await startWebApp() : null!;

const TABLET = { viewport: { width: 1000, height: 720 } };
const PHONE = { viewport: { width: 375, height: 720 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };
const MAX_BYTES = 150_000;

async function take(page: Page, name: string): Promise<void> {
  const shot = await page.screenshot();
  const small = await sharp(shot).png({ palette: true, quality: 80, effort: 10 }).toBuffer();
  assert.ok(small.length < MAX_BYTES, `${name} has ${small.length} bytes`);
  const folder = resolve(import.meta.dirname, '../../docs/images');
  await mkdir(folder, { recursive: true });
  await writeFile(resolve(folder, `${name}.png`), small);
  await close(page);
}

/** A user of a deployment with a name and a color; the same for all screenshots. */
const sharer = (): Promise<Person> => (made ??= makeSharer());
let made: Promise<Person> | undefined;

async function makeSharer(): Promise<Person> {
  const w = await app.world();
  await w.admin.api('PATCH', '/api/settings', { Branding: { Name: 'Lind Architects', Color: '#0b6e5b' } });
  await app.sql`update users set name = 'Nora Lind', email = 'nora@lind.example' where user_id = ${w.ann.userId}`;
  return w.ann;
}

const drawing = (content: string, ground = '#fdfcf8') =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="800" height="600"><rect width="800" height="600" fill="${ground}"/>${content}</svg>`,
    ),
  )
    .png()
    .toBuffer();

const PLAN =
  '<g fill="none" stroke="#234" stroke-width="6"><path d="M90 90h620v420H90zM90 300h300M390 90v140M390 300v210M540 300v90M540 450v60"/></g>' +
  '<g fill="none" stroke="#234" stroke-width="2"><path d="M390 300a70 70 0 0 1-70-70M540 390a60 60 0 0 0 60 60"/></g>';
const FRONT =
  '<path d="M120 480V250L400 110l280 140v230z" fill="#d9e4dd" stroke="#234" stroke-width="5"/><g fill="#7fa8bd" stroke="#234" stroke-width="4"><path d="M180 300h110v90H180zM345 300h110v180H345zM510 300h110v90H510z"/></g><path d="M60 480h680" stroke="#234" stroke-width="6"/>';
const LAKE =
  '<rect width="800" height="600" fill="#bfe0ee"/><path d="M0 330l160-130 130 90 170-160 180 170 160-90v160H0z" fill="#5d7f74"/><rect y="370" width="800" height="230" fill="#3f7f9c"/><circle cx="640" cy="110" r="46" fill="#ffe9a8"/>';

test('a folder on a tablet', { skip }, async () => {
  const nora = await sharer();
  const folderId = await nora.folder(nora.libraryId, 'House by the lake: offer');
  for (const FolderName of ['Drawings', 'Permits'])
    await nora.api('POST', `/api/folders/${folderId}/folders`, { FolderName });
  await nora.document(folderId, 'Ground floor.png', await drawing(PLAN));
  await nora.document(folderId, 'Front.png', await drawing(FRONT));
  await nora.document(folderId, 'View from the lake.png', await drawing(LAKE));
  await nora.document(
    folderId,
    'Terms.docx',
    docx(['Terms', 'The parties agree on the following.', '1. Scope of work']),
  );
  await nora.document(
    folderId,
    'Costs.xlsx',
    xlsx([
      ['Item', 'Euro'],
      ['Foundation', '41 200'],
      ['Timber frame', '88 900'],
    ]),
  );
  const rights = { AllowView: true, AllowDownload: true, ExpireStyle: 'days', ExpirationValue: 14 };
  await app.runJobs({ withThumbnails: true });
  const page = await app.open((await share(nora, { folderId }, rights)).path, TABLET);
  await page.getByRole('link', { name: /^Download all \(/ }).waitFor();
  await page.waitForLoadState('networkidle');
  await page.waitForFunction('Array.from(document.images).filter(({ complete }) => complete).length >= 4');
  await take(page, 'link-folder');
});

test('an access code on a telephone', { skip }, async () => {
  const nora = await sharer();
  const folderId = await nora.folder(nora.libraryId, 'House by the lake: contract');
  const to = 'sam@customer.example';
  await share(nora, { folderId }, { AllowView: true, AccessCodeRequired: true, Recipients: [to] });
  await app.runJobs();
  const page = await app.open('about:blank', { ...PHONE, colorScheme: 'dark' });
  await page.clock.setFixedTime(app.clock.now);
  await page.goto(new URL(linkIn(await newestMail(app, to)), ORIGIN).href);
  await page.getByLabel(messages.code.digit(1)).pressSequentially('402');
  await take(page, 'link-code');
});

test('a decision on a telephone', { skip }, async () => {
  const nora = await sharer();
  const folderId = await nora.folder(nora.libraryId, 'House by the lake: drawings');
  const DocumentId = await nora.document(folderId, 'Front, second draft.png', await drawing(FRONT));
  const [Assignee, DueDate] = [
    'pat@customer.example',
    new Date(app.clock.now.getTime() + 3 * 86_400_000).toISOString(),
  ];
  const Instructions = 'Are you content with the windows? The roof stays as agreed.';
  await nora.api('POST', '/api/tasks', { Type: 'Approval', DueDate, Assignee, DocumentId, Instructions });
  await app.runJobs();
  const page = await app.open('about:blank', PHONE);
  await page.clock.install({ time: app.clock.now });
  await page.goto(new URL(linkIn(await newestMail(app, Assignee)), ORIGIN).href);
  await page.getByRole('heading', { name: messages.code.title }).waitFor();
  await app.runJobs();
  await page.getByLabel(messages.code.digit(1)).pressSequentially(codeIn(await newestMail(app, Assignee)));
  await page.getByRole('img', { name: /^Preview/ }).waitFor();
  await page.evaluate('window.scrollTo(0, 120)');
  await page.getByLabel('Comment (optional)').fill('Lovely. Please build it.');
  await take(page, 'task-decision');
});

test('files being uploaded, on a tablet', { skip }, async () => {
  const nora = await sharer();
  const folderId = await nora.folder(nora.libraryId, 'Photographs of the site');
  const page = await app.open((await share(nora, { folderId }, { AllowView: true, AllowUpload: true })).path, TABLET);
  await slowDown(page, 6_000_000);
  const file = (name: string, megabytes: number) => ({
    name,
    mimeType: 'application/octet-stream',
    buffer: Buffer.alloc(megabytes * 2 ** 20, name),
  });
  const files = [file('Access road.jpg', 3), file('Survey.las', 5), file('Flight over the site.mp4', 12)];
  await page.locator(`input[aria-label="${uploadMessages.addFiles}"]`).setInputFiles(files);
  await page.getByText(uploadMessages.states.done('3 MB')).waitFor();
  await take(page, 'link-upload');
});

test('a guided upload on a telephone', { skip }, async () => {
  const nora = await sharer();
  const folderId = await nora.folder(nora.libraryId, 'Application for the permit');
  for (const FolderName of ['Land register', 'Identity', 'Proof of funds']) {
    await nora.api('POST', `/api/folders/${folderId}/folders`, { FolderName });
  }
  const rights = { AllowView: true, AllowUpload: true, ShareType: 'Template' };
  const page = await app.open((await share(nora, { folderId }, rights)).path, PHONE);
  const file = { name: 'passport.pdf', mimeType: 'application/pdf', buffer: Buffer.alloc(1_300_000, 1) };
  await page.locator(`input[aria-label="${messages.guided.addTo('Identity')}"]`).setInputFiles([file]);
  await page.getByText(messages.guided.progress(1, 3)).waitFor();
  await take(page, 'link-guided');
});

const KINDS = 'pdf docx xlsx pptx png dwg mp4 mp3 zip json eml txt step'.split(' ');

for (const colorScheme of ['light', 'dark'] as const) {
  test(`icons of all kinds of files in the ${colorScheme} scheme`, { skip }, async () => {
    const nora = await sharer();
    const folderId = await nora.folder(nora.libraryId, `Kinds, ${colorScheme}`);
    await nora.api('POST', `/api/folders/${folderId}/folders`, { FolderName: 'Drawings' });
    for (const [index, extension] of KINDS.entries())
      await nora.document(folderId, `${index + 10}.${extension}`, `${index}`);
    const options = { viewport: { width: 900, height: 860 }, colorScheme };
    const page = await openAs(app, nora, `/folders/${folderId}`, options);
    await page
      .getByRole('row')
      .filter({ hasText: '12.xlsx' })
      .getByRole('button', { name: /^Select/ })
      .click();
    await take(page, `design-kinds-${colorScheme}`);
  });

  test(`the sign-in page in the ${colorScheme} scheme`, { skip }, async () => {
    const page = await app.open('/sign-in', { viewport: { width: 560, height: 520 }, colorScheme });
    await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
    await page.evaluate('document.fonts.ready');
    await take(page, `design-sign-in-${colorScheme}`);
  });
}

const LAPTOP = { viewport: { width: 1280, height: 800 }, locale: 'en-US' };

/** The demo's office, with its people's password; the same for all screenshots. */
const office = () => (filled ??= fillOffice());
let filled: ReturnType<typeof fillOffice> | undefined;

async function fillOffice() {
  const now = app.clock.now;
  const deploymentId = await transaction(app.sql, (tx) => addDeployment(tx, { name: 'Hartwell', now }));
  const never = new AbortController().signal;
  const { password } = await fillDeployment(app.deps, { deploymentId, domain: 'hartwell.invalid', signal: never });
  await app.runJobs();
  // A hundred thumbnails, which no picture shows.
  await app.sql`delete from graphile_worker._private_jobs`;
  return { deploymentId, password };
}

/** Opens a page of the office as one of its people, at the time of its data. */
async function openOffice(who: string, path: (deploymentId: number) => Promise<string> | string): Promise<Page> {
  const { deploymentId, password } = await office();
  const page = await app.open('about:blank', LAPTOP);
  await page.clock.setFixedTime(app.clock.now);
  await page.goto(`${ORIGIN}/sign-in`);
  await signIn(page, { email: `${who}@hartwell.invalid` }, password);
  await page.waitForURL((url) => url.pathname !== '/sign-in');
  await page.goto(new URL(await path(deploymentId), ORIGIN).href);
  await page.locator('h1').waitFor();
  await page.waitForLoadState('networkidle');
  // On a busy machine, a request can follow later.
  await page.locator('.mantine-Skeleton-root').first().waitFor({ state: 'detached' });
  return page;
}

/** The plan with the most tags, and its folder. */
async function floorPlan(deploymentId: number): Promise<{ documentId: number; folderId: number }> {
  const [row] = await app.sql<{ documentId: number; folderId: number }[]>`
    select document_id as "documentId", folder_id as "folderId"
    from documents join document_tags using (deployment_id, document_id)
    where deployment_id = ${deploymentId} and name = 'Ground floor plan.png' and trashed_at is null
    group by 1, 2 order by count(*) desc, 1 limit 1`;
  return row ?? assert.fail('The demo has no such document.');
}

test('a folder of the office', { skip }, async () => {
  await take(await openOffice('tom.okafor', async (id) => `/folders/${(await floorPlan(id)).folderId}`), 'app-folder');
});

test('a document of the office', { skip }, async () => {
  const page = await openOffice('tom.okafor', async (id) => `/documents/${(await floorPlan(id)).documentId}`);
  await page.getByRole('img', { name: /^Preview/ }).waitFor();
  await take(page, 'app-document');
});

test('the tasks of a project leader', { skip }, async () => {
  await take(await openOffice('tom.okafor', () => '/tasks'), 'app-tasks');
});

test('the overview of a site admin', { skip }, async () => {
  await take(await openOffice('maria.keller', () => '/admin'), 'app-overview');
});
