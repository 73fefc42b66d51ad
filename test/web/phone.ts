/** Rules for every page on a phone, checked on the open page: nothing scrolls sideways, and everything is as large as a finger. */
import type { CDPSession, Page } from 'playwright-core';

const WIDTH = 390;

/** Makes the open page one on a phone while `check` runs. */
export async function onPhone<Found>(page: Page, check: () => Promise<Found>): Promise<Found> {
  const before = page.viewportSize();
  const devtools = await page.context().newCDPSession(page);
  await page.setViewportSize({ width: WIDTH, height: 844 });
  await touch(devtools, true);
  await settle(page);
  const found = await check();
  await touch(devtools, false);
  if (before !== null) await page.setViewportSize(before);
  await settle(page);
  await devtools.detach();
  return found;
}

// After two frames, React has rendered and the layout is done.
const settle = (page: Page) =>
  page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');

const touch = (devtools: CDPSession, enabled: boolean) =>
  devtools.send('Emulation.setTouchEmulationEnabled', { enabled, maxTouchPoints: 1 });

/** Returns a description of each part of the page that breaks a rule. */
export async function misfits(page: Page): Promise<unknown[]> {
  return [...(await page.evaluate<unknown[]>(SIDEWAYS)), ...(await page.evaluate<unknown[]>(SMALL))];
}

const SIDEWAYS = `[document.documentElement, ...document.querySelectorAll('main, dialog[open]')]
  .filter((one) => one.scrollWidth > one.clientWidth)
  .map((one) => one.tagName + ' ' + one.scrollWidth)`;

/**
 * Links and controls whose area is too small, as [text, width, height]. The area is measured by pointing, because it can be larger
 * than the element. Links within a text are exempt (WCAG 2.5.5), and so are links of rows that a tap on the row opens too.
 */
const SMALL = `(() => {
  const LEAST = 43;
  const controls = 'a[href], button, select, textarea, summary, input:not([type=hidden], [type=file])';
  const isInText = (one) => getComputedStyle(one).display === 'inline' && one.parentElement.textContent.trim() !== one.textContent.trim();
  const small = [];
  for (const one of document.querySelectorAll(controls)) {
    if (one.disabled || !one.checkVisibility({ visibilityProperty: true, opacityProperty: true }) || isInText(one)) continue;
    one.scrollIntoView({ block: 'center', inline: 'nearest' });
    const { x, y, width, height } = one.getBoundingClientRect();
    if (width < 2 || height < 2) continue;
    const parts = [one, ...(one.labels ?? []), ...(one.tagName === 'A' ? [one.closest('[role=row]')] : [])].filter((part) => part !== null);
    const isHit = (left, top) => {
      const at = document.elementFromPoint(left, top);
      return at === null || parts.some((part) => part.contains(at));
    };
    // For screen readers only.
    if (!isHit(x + width / 2, y + height / 2)) continue;
    const reach = (right, down) => {
      let steps = 0;
      while (steps < LEAST && isHit(x + width / 2 + right * (steps + 1), y + height / 2 + down * (steps + 1))) steps += 1;
      return steps;
    };
    const across = Math.max(width, reach(-1, 0) + 1 + reach(1, 0));
    const high = reach(0, -1) + 1 + reach(0, 1);
    if (across < LEAST || high < LEAST) small.push([(one.ariaLabel ?? one.textContent).trim().slice(0, 40) || one.outerHTML.slice(0, 120), across, high]);
  }
  return small;
})()`;
