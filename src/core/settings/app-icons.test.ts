import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { test } from 'node:test';
import sharp from 'sharp';
import { startApp } from '../../../test/harness.ts';
import { transaction } from '../../platform/db/connection.ts';
import { addDeployment } from '../deployments/deployments.steps.ts';
import { drawFavicon } from './app-icons.ts';

const app = await startApp({}, { own: 'needs a database with one deployment' });

type Manifest = { name: string; theme_color: string; icons: { src: string }[] };

const get = (path: string) => fetch(new URL(path, app.url));
const readManifest = async () => (await (await get('/icons/manifest.webmanifest')).json()) as Manifest;
const add = (name: string) => transaction(app.sql, (tx) => addDeployment(tx, { name, now: app.clock.now }));

/** The color at a part of the diagonal of an icon. */
async function colorAt(answer: Response, part: number): Promise<number[]> {
  const { data, info } = await sharp(Buffer.from(await answer.arrayBuffer()))
    .raw()
    .toBuffer({ resolveWithObject: true });
  const at = Math.floor(info.width * part);
  return [...data.subarray((at * info.width + at) * info.channels, (at * info.width + at) * info.channels + 3)];
}

test('favicon, app icons and manifest have the color or logo of the only deployment, and those of the product if there are several', async () => {
  const deploymentId = await add('First');
  await app.sql`update deployments set settings = ${app.sql.json({ Branding: { Name: 'Lind', Color: '#0b6e5b' } })}`;
  const colored = await get('/icons/favicon');
  assert.deepEqual([colored.status, colored.headers.get('content-type')], [200, 'image/svg+xml']);
  assert.match(await colored.text(), /rx="8" fill="#0b6e5b"/);
  const before = await readManifest();
  assert.deepEqual([before.name, before.theme_color], ['Lind', '#0b6e5b']);
  assert.deepEqual(await colorAt(await get('/icons/apple-180.png'), 0.02), [11, 110, 91]);

  const logo = await sharp({ create: { width: 40, height: 20, channels: 4, background: '#aa0000' } })
    .png()
    .toBuffer();
  await app.sql`update deployments set logo = ${logo} where deployment_id = ${deploymentId}`;
  const own = await get('/icons/favicon');
  assert.equal(own.headers.get('content-type'), 'image/png');
  assert.deepEqual(await colorAt(own, 0.5), [170, 0, 0]);
  assert.deepEqual(await colorAt(await get('/icons/apple-180.png'), 0.02), [255, 255, 255], 'A logo is on white.');
  const { icons } = await readManifest();
  assert.notDeepEqual(icons, before.icons, 'An installed app gets icons from other addresses.');
  assert.deepEqual(await colorAt(await get(icons[0]?.src ?? ''), 0.5), [170, 0, 0]);

  await add('Second');
  const drawing = await readFile(resolve(import.meta.dirname, '../../../web/icon.svg'), 'utf8');
  assert.equal(await (await get('/icons/favicon')).text(), drawing);
  assert.equal(drawFavicon(null), drawing);
  for (const name of ['other.png', 'constructor', '__proto__']) assert.equal((await get(`/icons/${name}`)).status, 404);
});
