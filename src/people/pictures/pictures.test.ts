import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { startApp } from '../../../test/harness.ts';
import type { Person } from '../../../test/world.ts';
import { hostileImages } from '../../platform/rendering/hostile-images.fixture.ts';

const app = await startApp();
const PATH = '/api/users/me/picture';
const RED = { r: 200, g: 0, b: 0 };
const BLUE = { r: 0, g: 0, b: 200 };

const picture = (width: number, height: number, background = RED) =>
  sharp({ create: { width, height, channels: 3, background } });

async function put(person: Person, image: Buffer, type = 'image/jpeg') {
  const headers = { authorization: `Bearer ${person.token}`, 'content-type': type };
  const response = await fetch(new URL(PATH, app.url), { method: 'PUT', headers, body: new Uint8Array(image) });
  return { status: response.status, text: await response.text() };
}

const uriOf = async (person: Person): Promise<string | null> =>
  (await person.api('GET', '/api/users/me')).body.PictureUri;

test('a picture becomes the square in its middle in three sizes, upright and without metadata', async () => {
  const { ann, stranger } = await app.world();
  // Two red stripes around a blue square, turned on its side.
  const middle = await picture(200, 200, BLUE).png().toBuffer();
  const photo = await picture(200, 600)
    .composite([{ input: middle }])
    .withExif({ IFD0: { Copyright: 'my address' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  assert.equal((await put(ann, photo)).status, 204);
  for (const size of [64, 128, 256]) {
    const { status, bytes, headers } = await stranger.api('GET', `/api/users/${ann.userId}/picture?size=${size}`);
    assert.equal(status, 200);
    assert.equal(headers.get('content-type'), 'image/png');
    const { format, width, height, exif, orientation } = await sharp(bytes).metadata();
    assert.deepEqual([format, width, height, exif, orientation], ['png', size, size, undefined, undefined]);
    const { dominant } = await sharp(bytes).stats();
    assert.ok(dominant.b > 150 && dominant.r < 50, JSON.stringify(dominant));
  }
  assert.equal((await ann.api('GET', `/api/users/${ann.userId}/picture?size=100`)).status, 400);
});

test('a picture is private to the deployment, and gone with its removal or its person', async () => {
  const w = await app.world();
  const path = `/api/users/${w.ann.userId}/picture`;
  const statuses = () =>
    Promise.all([w.bob, w.other, w.anonymous].map(async (client) => (await client.api('GET', path)).status));
  assert.equal((await put(w.ann, await picture(20, 20).webp().toBuffer(), 'image/webp')).status, 204);
  assert.deepEqual(await statuses(), [200, 404, 401]);
  assert.equal((await w.bob.api('DELETE', path)).status, 403);
  assert.equal((await w.admin.api('DELETE', path)).status, 204);
  assert.deepEqual([await uriOf(w.ann), ...(await statuses())], [null, 404, 404, 401]);
  await put(w.ann, await picture(20, 20).png().toBuffer(), 'image/png');
  assert.equal((await w.ann.api('DELETE', PATH)).status, 204);
  assert.equal(await uriOf(w.ann), null);
  await put(w.ann, await picture(20, 20).png().toBuffer(), 'image/png');
  await w.admin.api('DELETE', `/api/users/${w.ann.userId}`);
  assert.deepEqual(await statuses(), [404, 404, 401]);
  assert.equal((await w.bob.api('GET', `/api/users/${w.ann.userId}/profile`)).body.PictureUri, null);
});

test('the address changes with the picture; with it clients keep the picture, without it they revalidate', async () => {
  const { ann, bob } = await app.world();
  await put(ann, await picture(30, 30).png().toBuffer());
  const first = (await uriOf(ann)) ?? '';
  const path = first.replace('http://carrel.test', '');
  const { headers } = await bob.api('GET', path);
  assert.equal(headers.get('cache-control'), 'private, max-age=31536000, immutable');
  const plain = `/api/users/${ann.userId}/picture`;
  const answer = await bob.api('GET', plain);
  assert.equal(answer.headers.get('cache-control'), 'private, no-cache');
  const etag = answer.headers.get('etag') ?? '';
  assert.equal((await bob.api('GET', plain, undefined, { 'if-none-match': etag })).status, 304);
  await put(ann, await picture(30, 30, BLUE).png().toBuffer());
  assert.notEqual(await uriOf(ann), first);
  assert.equal((await bob.api('GET', plain, undefined, { 'if-none-match': etag })).status, 200);
  assert.equal((await bob.api('GET', path)).headers.get('cache-control'), 'private, no-cache');
  assert.equal((await bob.api('GET', `/api/users?query=ann`)).body[0].PictureUri, await uriOf(ann));
});

test('an SVG, another format, a broken image or no body is 400, a large one 413, and the picture stays', async () => {
  const { ann } = await app.world();
  const png = await picture(40, 20).png().toBuffer();
  await put(ann, png);
  const before = await uriOf(ann);
  const svg = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>',
  );
  for (const [image, type] of [
    [Buffer.from('hello'), 'image/png'],
    [svg, 'image/svg+xml'],
    [svg, 'image/png'],
    [await picture(9, 9).gif().toBuffer(), 'image/gif'],
    [png.subarray(0, png.length - 40), 'image/png'],
    [Buffer.alloc(0), 'image/png'],
    [Buffer.alloc(5 * 1024 * 1024), 'image/png'],
  ] as const) {
    assert.equal((await put(ann, image, type)).status, 400);
  }
  assert.equal((await put(ann, Buffer.alloc(5 * 1024 * 1024 + 1))).status, 413);
  assert.equal((await put(ann, Buffer.from('x'), 'text/plain')).status, 415);
  assert.equal(await uriOf(ann), before);
});

test('a malicious image is refused and harms nothing', async () => {
  const { ann } = await app.world();
  for (const { what, content, repeats } of hostileImages()) {
    if (repeats === true) continue;
    const { status, text } = await put(ann, Buffer.from(content as Buffer), 'image/png');
    assert.equal(status, 400, `${what}: ${status} ${text}`);
  }
  assert.equal((await put(ann, await picture(9, 9).png().toBuffer())).status, 204);
});

test('the 31st picture of a person within an hour is refused, whatever it is', async () => {
  const { ann, bob } = await app.world();
  const statuses = await Promise.all(Array.from({ length: 30 }, async () => (await put(ann, Buffer.from('x'))).status));
  assert.ok(statuses.every((status) => status === 400));
  const image = await picture(9, 9).png().toBuffer();
  assert.deepEqual([(await put(ann, image)).status, (await put(bob, image)).status], [429, 204]);
  app.clock.advance(3_600_000);
  assert.equal((await put(ann, image)).status, 204);
});
