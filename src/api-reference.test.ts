/** The reference page is self-contained: it works without internet access. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { client } from '../test/client.ts';
import { startApp } from '../test/harness.ts';
import { CHROMIUM, without } from '../test/parts.ts';

const app = await startApp();
const anybody = client(app.url, null);

test('the reference page and its script are served locally and load nothing external', async () => {
  assert.equal((await anybody.api('GET', '/api/docs')).headers.get('location'), 'docs/');
  const page = await anybody.api('GET', '/api/docs/');
  assert.deepEqual([page.status, page.headers.get('content-type')], [200, 'text/html; charset=utf-8']);
  assert.doesNotMatch(page.text, /(?:https?:)?\/\/\w/);
  const [, script = ''] = /<script src="([^"]+)"/.exec(page.text) ?? [];
  const bundle = await anybody.api('GET', `/api/docs/${script}`);
  assert.equal(bundle.status, 200);
  assert.match(bundle.headers.get('content-type') ?? '', /javascript/);
  for (const { headers } of [page, bundle]) {
    const policy = (headers.get('content-security-policy') ?? '').split('; ');
    assert.ok(policy.includes("default-src 'none'"));
    for (const directive of policy) assert.doesNotMatch(directive.replaceAll(/'sha256-[^']+'/g, ''), /\*|https?:|\/\//);
    const scripts = policy.find((directive) => directive.startsWith('script-src ')) ?? '';
    assert.doesNotMatch(scripts, /unsafe/);
  }
  const inline = Array.from(
    page.text.matchAll(/<script(?![^>]* src=)[^>]*>([^]*?)<\/script>/g),
    ([, text = '']) => text,
  );
  assert.ok(inline.length > 0);
  for (const text of inline) {
    const hash = createHash('sha256').update(text).digest('base64');
    assert.ok(page.headers.get('content-security-policy')?.includes(`'sha256-${hash}'`));
  }
});

test("the description covers every part of the API with the service's address", async () => {
  const { status, headers, body } = await anybody.api('GET', '/api/openapi.json');
  assert.deepEqual([status, headers.get('content-type')], [200, 'application/json']);
  assert.equal(body.openapi, '3.1.0');
  assert.deepEqual(body.servers, [{ url: app.deps.config.baseUrl }]);
  for (const path of ['/api/libraries', '/api/folders/{folderId}', '/api/documents/{documentId}/content'])
    assert.ok(Object.keys(body.paths).includes(path), path);
});

test('a browser renders the page without contacting another host', { skip: without(CHROMIUM) }, async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'carrel-docs-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const options = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--dump-dom'];
  const profile = `--user-data-dir=${folder}`;
  const waiting = ['--virtual-time-budget=10000', '--enable-logging=stderr', profile];
  const { stdout, stderr } = await promisify(execFile)(
    `/usr/bin/${CHROMIUM}`,
    [...options, ...waiting, `${app.url}/api/docs/`],
    {
      maxBuffer: 2 ** 26,
      timeout: 300_000,
    },
  );
  assert.match(stdout, /<h1[^>]*>Carrel<\/h1>/);
  for (const part of ['Libraries', 'Folders', 'Documents']) assert.ok(stdout.includes(part), part);
  // The policy would block such a request, and the console would report it.
  assert.doesNotMatch(stderr, /Content Security Policy|ERR_NAME_NOT_RESOLVED|Uncaught/);
});
