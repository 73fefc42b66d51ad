/** The rules of `carrel conformance` cover the pages of docs/api, find broken rules, and leave nothing behind. */
import assert from 'node:assert/strict';
import { type IncomingMessage, createServer, request } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { PAGES } from './pages.ts';
import { type Outcome, choosePages, runRules } from './run.ts';
import { startApp } from '../../test/harness.ts';
import { headingSlugs, listPages, readPage } from '../../test/meta/texts/markdown.ts';

const app = await startApp();

test('every page of docs/api has rules', async () => {
  const pages = (await listPages()).filter((page) => page.startsWith('docs/api/') && !page.endsWith('/README.md'));
  const checked = new Set<string>(PAGES.map(({ page }) => page));
  assert.deepEqual(
    pages.filter((page) => !checked.has(page)),
    [],
  );
});

test('every rule cites a heading of its page, and has a name of its own', async () => {
  const names = PAGES.flatMap(({ page, rules }) => rules.map(({ heading, name }) => `${page}#${heading} ${name}`));
  assert.ok(names.length > 400);
  assert.deepEqual(names, [...new Set(names)]);
  for (const { page, rules } of PAGES) {
    const headings = headingSlugs(await readPage(page));
    const dead = rules.filter(({ heading }) => !headings.has(heading)).map(({ heading }) => `${page}#${heading}`);
    assert.deepEqual(dead, []);
  }
});

test('a page is chosen by its name, also with a heading', () => {
  for (const name of ['shares', 'shares.md', 'docs/api/shares.md']) {
    assert.deepEqual(choosePages([name])[0]?.page, 'docs/api/shares.md');
  }
  const [page] = choosePages(['shares#expiry']);
  assert.deepEqual(new Set(page?.rules.map(({ heading }) => heading)), new Set(['expiry']));
  assert.throws(() => choosePages(['sharing']), /^Error: There is no page sharing\. The pages are /);
  assert.throws(() => choosePages(['shares#color']), /no rules at #color/);
});

test('the rules pass, and nothing of them is left', async () => {
  const w = await app.world();
  const state = async () => {
    const lists = ['users', 'libraries', 'groups', 'admin/trash', 'trash', 'admin/tokens', 'admin/shares', 'jobs'];
    return Promise.all(lists.map(async (list) => (await w.admin.api('GET', `/api/${list}`)).text.replaceAll(USE, '')));
  };
  const before = await state();
  const { failed, report } = await run(app.url, w.admin.token, ['conventions', 'libraries', 'permissions']);
  assert.deepEqual(failed, []);
  assert.deepEqual(report.leftBehind, []);
  assert.ok(report.outcomes.length > 70);
  assert.deepEqual(await state(), before);
});

/** The time of the last use of a token. */
const USE = /"LastUsed":[^,]*/g;

test('a rule that the instance breaks fails with what is expected and what came', async (t) => {
  const w = await app.world();
  const url = await breaking(t, app.url);
  const { failed, report } = await run(url, w.admin.token, ['conventions#preconditions', 'content', 'documents']);
  assert.deepEqual(report.leftBehind, []);
  const found = failed.map(({ rule, name }) => `${rule} ${name}`);
  for (const name of [
    'docs/api/conventions.md#preconditions a write with an outdated If-Match is 412 and changes nothing',
    'docs/api/content.md#response-headers the other headers describe the content',
    'docs/api/content.md#ranges-and-conditions a range is 206 with its part',
    'docs/api/documents.md#duplicates the same name and content in one folder is 409',
    'docs/api/documents.md#document-object a document has its properties and working links',
  ]) {
    assert.ok(found.includes(name), `${name} was not found among\n${found.join('\n')}`);
  }
  const range = failed.find(({ rule, name }) => rule.endsWith('#ranges-and-conditions') && name.includes('206'));
  assert.deepEqual([range?.expected, range?.got], ['status 206', '200 0123456789']);
  assert.match(range?.request ?? '', /^GET \/api\/documents\/\d+\/content$/);
});

test('a token that is not that of a site admin is refused before anything is created', async () => {
  const w = await app.world();
  await assert.rejects(run(app.url, w.ann.token, []), /The token belongs to ann@.*, who is not a site admin\./);
  await assert.rejects(run(app.url, 'nothing', []), /does not accept the token/);
  const scoped = { Name: 'Scoped', Scopes: ['documents:write'] };
  const { body } = await w.admin.api('POST', `/api/users/${w.admin.userId}/tokens`, scoped);
  await assert.rejects(run(app.url, body.Token, []), /The token has scopes/);
  await w.admin.api('PATCH', '/api/settings', { EnablePurging: false });
  await assert.rejects(run(app.url, w.admin.token, []), /EnablePurging is off/);
  assert.equal((await w.admin.api('GET', '/api/users')).body.length, 4);
});

test('an interrupted run removes what it has created', async () => {
  const w = await app.world();
  const interrupt = new AbortController();
  const { report } = await run(app.url, w.admin.token, ['folders'], interrupt, () => interrupt.abort());
  assert.deepEqual([report.isInterrupted, report.outcomes.length, report.leftBehind], [true, 1, []]);
  assert.equal((await w.admin.api('GET', '/api/users')).body.length, 4);
  assert.deepEqual((await w.admin.api('GET', '/api/admin/trash')).body, []);
});

async function run(
  url: string,
  token: string,
  names: string[],
  { signal } = new AbortController(),
  onOutcome: (outcome: Outcome) => void = () => {},
) {
  const report = await runRules({ url, token, pages: choosePages(names), signal, begin() {}, report: onOutcome });
  return { report, failed: report.outcomes.filter(({ state }) => state === 'failed') };
}

// Forwards requests and breaks some rules: conditions and ranges are dropped, and so are a header, a property and a conflict.
async function breaking(t: TestContext, url: string): Promise<string> {
  const server = createServer((incoming, outgoing) => {
    const { 'if-match': _condition, range: _range, ...headers } = incoming.headers;
    const options = { method: incoming.method ?? '', headers };
    const forwarded = request(`${url}${incoming.url}`, options, (answer) => {
      void (async () => {
        const body = broken(incoming, (await answer.toArray()).join(''));
        const { 'x-content-type-options': _sniffing, 'content-length': _length, ...rest } = answer.headers;
        outgoing.writeHead(answer.statusCode === 409 ? 201 : (answer.statusCode ?? 0), rest).end(body);
      })();
    });
    incoming.pipe(forwarded);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function broken({ url = '', method }: IncomingMessage, text: string): string {
  return method === 'GET' && /^\/api\/documents\/\d+$/.test(url) ? text.replace('"Hash"', '"Sum"') : text;
}
