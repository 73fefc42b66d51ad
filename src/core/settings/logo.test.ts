import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { type Answer } from '../../../test/client.ts';
import { startApp } from '../../../test/harness.ts';
import type { Person } from '../../../test/world.ts';

const app = await startApp();
const PATH = '/api/settings/logo';

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 4, background: { r: 200, g: 0, b: 0, alpha: 1 } } });

async function put(person: Person, image: Buffer, type = 'image/png'): Promise<Pick<Answer, 'status' | 'body'>> {
  const headers = { authorization: `Bearer ${person.token}`, 'content-type': type };
  const response = await fetch(new URL(PATH, app.url), { method: 'PUT', headers, body: new Uint8Array(image) });
  const text = await response.text();
  return { status: response.status, body: text === '' ? null : JSON.parse(text) };
}

test('a logo is stored as a PNG of at most 512 px without metadata, and visible to the whole deployment', async () => {
  const w = await app.world();
  const jpeg = await picture(1024, 300)
    .jpeg()
    .withExif({ IFD0: { Copyright: 'where I live' } })
    .toBuffer();
  assert.equal((await put(w.admin, jpeg, 'image/jpeg')).status, 204);
  const { status, headers, bytes } = await w.ann.api('GET', PATH);
  assert.equal(status, 200);
  assert.equal(headers.get('content-type'), 'image/png');
  assert.equal(headers.get('cache-control'), 'private, no-cache');
  assert.equal(headers.get('x-content-type-options'), 'nosniff');
  const { format, width, height, exif } = await sharp(bytes).metadata();
  assert.deepEqual([format, width, height, exif], ['png', 512, 150, undefined]);
  assert.equal((await w.other.api('GET', PATH)).status, 404);
  assert.equal((await w.anonymous.api('GET', PATH)).status, 401);
});

test('a small logo keeps its size, and a client with a current copy gets 304', async () => {
  const w = await app.world();
  assert.equal((await put(w.admin, await picture(40, 20).webp().toBuffer(), 'image/webp')).status, 204);
  const first = await w.ann.api('GET', PATH);
  const { width, height } = await sharp(first.bytes).metadata();
  assert.deepEqual([width, height], [40, 20]);
  const etag = first.headers.get('etag') ?? '';
  const again = await w.ann.api('GET', PATH, undefined, { 'if-none-match': etag });
  assert.deepEqual([again.status, again.text, again.headers.get('etag')], [304, '', etag]);
  await put(w.admin, await picture(41, 20).png().toBuffer());
  assert.equal((await w.ann.api('GET', PATH, undefined, { 'if-none-match': etag })).status, 200);
});

test('a logo can be removed', async () => {
  const w = await app.world();
  assert.equal((await w.admin.api('GET', PATH)).status, 404);
  await put(w.admin, await picture(40, 20).png().toBuffer());
  assert.equal((await w.admin.api('DELETE', PATH)).status, 204);
  assert.equal((await w.admin.api('GET', PATH)).status, 404);
  const rows = await app.sql`
    select content_name as name, details from activity
    where deployment_id = ${w.deploymentId} and activity_type = 'SettingChanged' order by activity_id`;
  assert.deepEqual(
    [...rows],
    [
      { name: 'Logo', details: { set: true } },
      { name: 'Logo', details: { set: false } },
    ],
  );
});

test('a non-image, an SVG, a broken image or too many pixels return 400 and keep the logo', async () => {
  const w = await app.world();
  const png = await picture(40, 20).png().toBuffer();
  await put(w.admin, png);
  const before = await w.admin.api('GET', PATH);
  const svg = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>',
  );
  const bomb = await sharp({ create: { width: 5000, height: 5000, channels: 3, background: '#fff' } })
    .png({ compressionLevel: 9 })
    .toBuffer();
  assert.ok(bomb.length < 262_144);
  for (const [image, type] of [
    [Buffer.from('hello'), 'image/png'],
    [svg, 'image/svg+xml'],
    [svg, 'image/png'],
    [png.subarray(0, png.length - 40), 'image/png'],
    [bomb, 'image/png'],
    [Buffer.alloc(0), 'image/png'],
  ] as const) {
    const { status, body } = await put(w.admin, image, type);
    assert.deepEqual([status, body.errors[0].instance], [400, 'body'], body.title);
  }
  assert.deepEqual((await w.admin.api('GET', PATH)).bytes, before.bytes);
});

test('more than 256 kB returns 413, other media types 415, no body 400', async () => {
  const w = await app.world();
  assert.equal((await put(w.admin, Buffer.alloc(262_144))).status, 400);
  assert.equal((await put(w.admin, Buffer.alloc(262_145))).status, 413);
  assert.equal((await put(w.admin, Buffer.from('x'), 'text/plain')).status, 415);
  assert.equal((await w.admin.api('PUT', PATH)).status, 400);
  assert.equal((await w.admin.api('PUT', PATH, {})).status, 400);
});

test('only site admins change the logo', async () => {
  const w = await app.world();
  assert.equal((await put(w.ann, await picture(40, 20).png().toBuffer())).status, 403);
  assert.equal((await w.ann.api('DELETE', PATH)).status, 403);
  assert.equal((await w.anonymous.api('DELETE', PATH)).status, 401);
});

test('only the logo route accepts images as bodies', async () => {
  const w = await app.world();
  const answer = await w.admin.api('PATCH', '/api/settings', {}, { 'content-type': 'image/png' });
  assert.equal(answer.status, 415);
});
