import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { test } from 'node:test';
import sharp from 'sharp';
import { startApp } from '../../../test/harness.ts';

type Manifest = { start_url: string; icons: { src: string; sizes: string; purpose: string }[] };

const app = await startApp();

const get = (path: string, headers: Record<string, string> = {}) => fetch(new URL(path, app.url), { headers });

/** The address of a file of the web app, by the beginning and the end of its name. */
function asset(start: string, end: string): string {
  const names = readdirSync(resolve(import.meta.dirname, '../../../web/dist/assets'));
  const name = names.find((candidate) => candidate.startsWith(start) && candidate.endsWith(end));
  assert.ok(name !== undefined, `${start}…${end} was not built.`);
  return `/assets/${name}`;
}

test('a page runs only our scripts and styles, and is not indexed, framed or cached', async () => {
  const { status, headers } = await get('/sign-in');
  const policy = headers.get('content-security-policy') ?? '';
  const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? '';
  assert.deepEqual(
    {
      status,
      policy: policy.replace(nonce, 'N'),
      type: headers.get('content-type'),
      cache: headers.get('cache-control'),
      robots: headers.get('x-robots-tag'),
      referrer: headers.get('referrer-policy'),
      frames: headers.get('x-frame-options'),
    },
    {
      status: 200,
      policy:
        "default-src 'none'; script-src 'self'; style-src 'self' 'nonce-N'; img-src 'self' blob:; media-src 'self'; " +
        "font-src 'self'; manifest-src 'self'; connect-src 'self'; worker-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      type: 'text/html; charset=utf-8',
      cache: 'no-store',
      robots: 'noindex',
      referrer: 'no-referrer',
      frames: 'DENY',
    },
  );
  assert.equal(Buffer.from(nonce, 'base64').length, 16);
});

test('each answer has its own nonce for styles, and references no other server', async () => {
  const [one, other] = await Promise.all([get('/sign-in'), get('/sign-in')]);
  assert.notEqual(one.headers.get('content-security-policy'), other.headers.get('content-security-policy'));
  const html = await one.text();
  assert.ok(!html.includes('CARREL_NONCE'));
  assert.doesNotMatch(html, /<script(?![^>]* src="\/assets\/)|<style|https?:/);
});

test('a page preloads its scripts, and scripts of signed-in pages only for them', async () => {
  const preloads = async (path: string) =>
    [...(await (await get(path)).text()).matchAll(/modulepreload.* href="\/assets\/([a-z-]+)-[\w-]{8}\.js/g)].map(
      ([, name]) => name,
    );
  const common = ['rolldown-runtime', 'start', 'common'];
  assert.deepEqual(await preloads('/sign-in'), common);
  assert.deepEqual(await preloads('/folder/1/share/none'), [...common, 'both', 'outside']);
  assert.deepEqual(await preloads('/documents/1'), [...common, 'both', 'tools', 'inside']);
});

test('a page preloads its typeface, and names icons of the sizes that systems ask for', async () => {
  const html = await (await get('/sign-in')).text();
  const linked = (rel: string) =>
    new RegExp(`rel="${rel}"[^>]* href="(/(?:assets|icons)/[^"]+)"`).exec(html)?.[1] ?? '';
  const font = await get(linked('preload'));
  assert.deepEqual(
    [font.status, font.headers.get('content-type'), font.headers.get('cache-control')],
    [200, 'font/woff2', 'public, max-age=31536000, immutable'],
  );
  const sizeOf = async (path: string) => {
    const { width, height } = await sharp(Buffer.from(await (await get(path)).arrayBuffer())).metadata();
    return `${width}x${height}`;
  };
  assert.equal(await sizeOf(linked('apple-touch-icon')), '180x180');
  assert.match(await (await get(linked('icon'))).text(), /^<svg /);
  const manifest = await get(linked('manifest'));
  assert.match(manifest.headers.get('content-type') ?? '', /^application\/manifest\+json/);
  const { start_url: start, icons } = (await manifest.json()) as Manifest;
  assert.equal(start, '/');
  for (const { src, sizes } of icons) assert.equal(await sizeOf(src), sizes);
  assert.deepEqual(
    icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`),
    ['192x192 any', '512x512 any', '512x512 maskable'],
  );
});

test('page files are immutable and precompressed', async () => {
  const path = asset('index-', '.js');
  const plain = await get(path, { 'accept-encoding': 'identity' });
  assert.equal(plain.headers.get('content-encoding'), null);
  const text = await plain.text();
  for (const encoding of ['br', 'gzip']) {
    const answer = await get(path, { 'accept-encoding': encoding });
    assert.equal(answer.headers.get('content-encoding'), encoding);
    assert.equal(answer.headers.get('cache-control'), 'public, max-age=31536000, immutable');
    assert.match(answer.headers.get('content-type') ?? '', /javascript/);
    assert.match(answer.headers.get('vary') ?? '', /accept-encoding/i);
    assert.equal(await answer.text(), text);
  }
});

test('only files of the web app are served: no folders, parents or sources', async () => {
  for (const path of [
    '/assets/',
    '/assets/none.js',
    '/assets/..%2f.sources',
    '/assets/%2e%2e/index.html',
    '/index.html',
  ]) {
    assert.ok([403, 404].includes((await get(path)).status), path);
  }
});

test('a worker may compile WebAssembly and has no network; a page may not compile it', async () => {
  const { headers } = await get(asset('pdf.worker-', '.js'));
  assert.equal(
    headers.get('content-security-policy'),
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; frame-ancestors 'none'",
  );
});

test('a truncated link returns a page to people and a problem to programs', async () => {
  const page = await get('/folder/1/share/', { accept: 'text/html,*/*' });
  assert.deepEqual([page.status, page.headers.get('content-type')], [404, 'text/html; charset=utf-8']);
  for (const [path, accept] of [
    ['/folder/1/share/', '*/*'],
    ['/api/nothing', 'text/html'],
    ['/assets/none.js', 'text/html'],
  ] as const) {
    const problem = await get(path, { accept });
    assert.deepEqual([problem.status, problem.headers.get('content-type')], [404, 'application/problem+json'], path);
  }
});
