/** The notification bell and panel. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { notify } from '../../src/people/live-notifications/streams.fixture.ts';
import { mention } from '../../src/core/notifications/markup.ts';
import { CHROMIUM, without } from '../parts.ts';
import { ORIGIN, assertSound, close, startWebApp } from './browser.ts';
import { openAs, openOnce, visit } from './people.ts';

const skip = without(CHROMIUM);
const app = skip === false ? await startWebApp() : null!;

const { w: shared, page: hisPage } = skip === false ? await openOnce(app, ({ bob }) => bob) : null!;

const bell = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const focused = (page: Page) => page.locator(':focus').getAttribute('aria-label');
const rows = (page: Page) => page.getByRole('dialog', { name: 'Notifications' }).getByRole('listitem');

test('a new permission notifies at once, and the notification opens its item', { skip }, async () => {
  const [w, page] = [shared, hisPage];
  await bell(page, 'Notifications').click();
  await page.getByText('No notifications yet.').waitFor();
  await assertSound(page);
  const folderId = await w.ann.folder(w.ann.libraryId, '[@TaskId=1]Plans <b>');
  await w.ann.api('PUT', `/api/folders/${folderId}/permissions`, [{ UserId: w.bob.userId, Allow: ['Read'] }]);
  await bell(page, 'Notifications, 1 unread').waitFor();
  const row = rows(page).first();
  await row.getByText('Ann gave you access to [@TaskId=1]Plans <b>').waitFor();
  assert.match((await row.locator('time').getAttribute('title')) ?? '', /2 Mar 2026, 10:00/);
  await assertSound(page);
  const link = row.getByRole('link', { name: '[@TaskId=1]Plans <b>' });
  assert.equal(await link.getAttribute('href'), `/folders/${folderId}`);
  await link.click();
  await page.waitForURL(`**/folders/${folderId}`);
  await page.goBack();
  await bell(page, 'Notifications').waitFor();
  await app.sql`delete from notifications where user_id = ${w.bob.userId}`;
});

test(
  'notifications are marked as read and deleted by keyboard, and another tab updates at once',
  { skip },
  async () => {
    const w = await app.world();
    for (const text of ['one', 'two', 'three']) await notify(app, [w.bob], `${mention('UserId', 1, 'Ann')} ${text}`);
    const page = await openAs(app, w.bob, '/');
    const other = await page.context().newPage();
    await other.goto(page.url());
    await bell(page, 'Notifications, 3 unread').focus();
    await page.keyboard.press('Enter');
    await rows(page).first().getByText('Ann three').waitFor();
    // The focus moves on when the focused element disappears.
    await page.getByRole('button', { name: 'Mark as read: Ann three' }).press('Enter');
    assert.equal(await focused(page), 'Delete: Ann three');
    await bell(page, 'Notifications, 2 unread').waitFor();
    await bell(other, 'Notifications, 2 unread').waitFor();
    await page.getByRole('button', { name: 'Delete: Ann two' }).press('Enter');
    assert.equal(await focused(page), 'Delete: Ann one');
    await bell(other, 'Notifications, 1 unread').waitFor();
    await rows(page).nth(2).waitFor({ state: 'detached' });
    assert.equal(await rows(page).count(), 2);
    await page.getByRole('button', { name: 'Mark all as read' }).press('Enter');
    assert.equal(await focused(page), 'Notifications');
    await bell(other, 'Notifications').click();
    await rows(other).nth(1).waitFor();
    assert.equal(await rows(other).count(), 2);
    await page.getByRole('button', { name: 'Delete all' }).click();
    await page.getByRole('button', { name: 'Cancel' }).and(page.locator(':focus')).press('Enter');
    await page.getByRole('button', { name: 'Delete all' }).click();
    await page.getByRole('button', { name: 'Delete all notifications' }).click();
    for (const tab of [page, other]) await tab.getByText('No notifications yet.').waitFor();
    await page.keyboard.press('Escape');
    await page.getByText('No notifications yet.').waitFor({ state: 'hidden' });
    await close(page);
  },
);

test('a long list loads page by page, and the unread count stops at 99', { skip }, async () => {
  const [w, page] = [shared, hisPage];
  await app.sql`
    insert into notifications (deployment_id, user_id, message, created_at)
    select ${w.deploymentId}, ${w.bob.userId}, 'number ' || n, ${app.clock.now} from generate_series(1, 120) n`;
  await page.reload();
  await bell(page, 'Notifications, 99+ unread').click();
  await page.getByText('number 101').waitFor();
  assert.equal(await rows(page).count(), 20);
  await page.getByRole('button', { name: 'Show more' }).click();
  await page.getByText('number 81').waitFor();
  await page.keyboard.press('Escape');
});

test('the bell updates without the event stream, and a failed list shows an error', { skip }, async () => {
  const w = await app.world();
  const page = await openAs(app, w.bob, '/account');
  await page.route('**/api/notifications/stream', (route) => route.fulfill({ status: 503, body: '' }));
  await page.clock.install();
  await page.goto(ORIGIN);
  await bell(page, 'Notifications').waitFor();
  await notify(app, [w.bob], 'late');
  await page.clock.fastForward(31_000);
  await bell(page, 'Notifications, 1 unread').waitFor();
  await page.route('**/api/notifications?*', (route) => route.fulfill({ status: 500, body: '{}' }));
  await bell(page, 'Notifications, 1 unread').click();
  for (let tries = 0; tries < 3; tries += 1) await page.clock.fastForward(5000);
  await page.getByRole('dialog').getByRole('alert').waitFor();
  await page.unroute('**/api/notifications?*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await rows(page).getByText('late').waitFor();
  await close(page);
});

test('a person who is signed out elsewhere sees the sign-in page', { skip }, async () => {
  const [w, page] = [shared, hisPage];
  await visit(page, '/shared');
  await app.sql`delete from sessions where user_id = ${w.bob.userId}`;
  // Simulates a computer that was asleep.
  for (const isHidden of [true, false]) {
    await page.evaluate(`Object.defineProperty(document, 'hidden', { configurable: true, value: ${isHidden} })`);
    await page.evaluate(`document.dispatchEvent(new Event('visibilitychange'))`);
  }
  await page.waitForURL('**/sign-in?**');
});
