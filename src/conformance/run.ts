/** Runs the rules of docs/api against an instance, one after the other, and removes what they created. */
import { type Client, type Target, connect } from './client.ts';
import { Mismatch, NotApplicable } from './mismatch.ts';
import { PAGES } from './pages.ts';
import { removeRun } from './remove.ts';
import type { Page, Rule } from './rule.ts';
import { type World, createWorld, newRun } from './world.ts';

export type Outcome = {
  /** `docs/api/shares.md#expiry`. */
  rule: string;
  name: string;
  state: 'ok' | 'failed' | 'skipped';
  /** Of a failed rule: what the rule states, what the instance answered, and to which request. */
  expected?: string;
  got?: string;
  request?: string;
  /** Of a skipped rule. */
  reason?: string;
};

export type Report = { run: string; outcomes: Outcome[]; leftBehind: string[]; isInterrupted: boolean };

export type Run = {
  url: string;
  token: string;
  pages: Page[];
  signal: AbortSignal;
  /** Called before anything is created. */
  begin: (run: string) => void;
  report: (outcome: Outcome) => void;
};

/** Throws a one-line error, without having created anything, if the instance or the token cannot be used. */
export async function runRules({ url, token, pages, signal, begin, report }: Run): Promise<Report> {
  const run = newRun();
  const outcomes: Outcome[] = [];
  const caller = connect({ url, signal }, `Bearer ${token}`);
  await assertUsable(caller, url);
  begin(run);
  try {
    const world = await createWorld({ url, signal }, caller, run);
    for (const { page, rules } of pages) {
      for (const rule of rules) {
        if (signal.aborted) break;
        const outcome = await check(`${page}#${rule.heading}`, rule, world);
        if (signal.aborted) break;
        outcomes.push(outcome);
        report(outcome);
      }
    }
  } catch (error) {
    if (!signal.aborted) throw await afterRemoval(error, { url }, token, run);
  }
  const leftBehind = await removeWith({ url }, token, run);
  return { run, outcomes, leftBehind, isInterrupted: signal.aborted };
}

/** Removes what an earlier run left behind. Returns a line for each object that is still there. */
export async function removeWith(target: Target, token: string, run: string): Promise<string[]> {
  return removeRun(connect(target, `Bearer ${token}`), run);
}

/** The pages that `--only` names: `shares`, `shares.md` or `docs/api/shares.md`, also with a heading. */
export function choosePages(names: string[]): Page[] {
  if (names.length === 0) return PAGES;
  return names.flatMap((name) => {
    const [wanted = '', heading] = name.split('#');
    const page = PAGES.find(({ page: path }) => isNamed(path, wanted));
    if (page === undefined) throw new Error(`There is no page ${wanted}. The pages are ${listPages()}.`);
    const rules = page.rules.filter((rule) => heading === undefined || rule.heading === heading);
    if (rules.length === 0) throw new Error(`The page ${page.page} has no rules at #${heading}.`);
    return [{ ...page, rules }];
  });
}

function isNamed(path: string, wanted: string): boolean {
  return path === wanted || path.endsWith(`/${wanted}`) || path.endsWith(`/${wanted}.md`);
}

function listPages(): string {
  return PAGES.map(({ page }) => page.replace(/^.*\//, '').replace(/\.md$/, '')).join(', ');
}

// The service could refuse what is created later, when it would be too late to remove what is there.
async function assertUsable(caller: Client, url: string): Promise<void> {
  const me = await caller.get('/api/users/me').catch((error: unknown) => {
    throw new Error(`${url} cannot be reached: ${causeOf(error)}`);
  });
  if (me.status === 401) throw new Error(`${url} does not accept the token.`);
  if (me.status !== 200 || !me.body.has('IsSiteAdmin')) throw new Error(`${url} is not a Carrel server.`);
  if (me.body.at('IsSiteAdmin') !== true) {
    throw new Error(`The token belongs to ${me.body.string('Email')}, who is not a site admin.`);
  }
  const settings = await caller.get('/api/settings');
  if (settings.status !== 200) throw new Error('The token has scopes. Use one that can do everything its owner can.');
  if (settings.body.at('EnablePurging') !== true) {
    throw new Error('The setting EnablePurging is off, so that nothing which the rules create could be removed.');
  }
  const allowed = settings.body.at('FileTypeWhitelist');
  if (Array.isArray(allowed) && !['txt', 'png', 'zip'].every((type) => allowed.includes(type))) {
    throw new Error('The setting FileTypeWhitelist must allow txt, png and zip.');
  }
}

async function check(rule: string, { name, check: run }: Rule, world: World): Promise<Outcome> {
  try {
    await run(world);
    return { rule, name, state: 'ok' };
  } catch (error) {
    if (error instanceof NotApplicable) return { rule, name, state: 'skipped', reason: error.message };
    if (error instanceof Mismatch) {
      return { rule, name, state: 'failed', expected: error.expected, got: error.got, request: error.about };
    }
    return { rule, name, state: 'failed', expected: 'a response', got: causeOf(error) };
  }
}

async function afterRemoval(error: unknown, target: Target, token: string, run: string): Promise<Error> {
  const left = await removeWith(target, token, run);
  const rest = left.length === 0 ? 'Everything was removed.' : `Left behind: ${left.join('; ')}`;
  return new Error(`The set-up failed: ${describe(error)}. ${rest}`, { cause: error });
}

function describe(error: unknown): string {
  return error instanceof Mismatch ? `${error.about}: ${error.message}` : causeOf(error);
}

function causeOf(error: unknown): string {
  const { message, cause } = error as Error;
  return cause instanceof Error ? cause.message : message;
}
