import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { startApp } from '../../../test/harness.ts';
import { statementsOf } from '../../../test/statements.ts';
import { transaction } from '../../platform/db/connection.ts';
import { addDeployment } from '../deployments/deployments.steps.ts';
import { makeShare } from '../../../test/factories/shares.ts';
import { referenceOfShare, visitor } from '../../visiting/visits/visitor.fixture.ts';

const app = await startApp({}, { own: 'needs a database with one deployment' });
const PRODUCT = { Name: 'Carrel', Color: null, LogoUri: null };

const logo = () =>
  sharp({ create: { width: 20, height: 20, channels: 4, background: '#aa0000' } })
    .png()
    .toBuffer();
const found = (name: string) => transaction(app.sql, (tx) => addDeployment(tx, { name, now: app.clock.now }));
const brand = (deploymentId: number, name: string, image: Buffer) => app.sql`
  update deployments set logo = ${image}, settings = ${app.sql.json({ Branding: { Name: name, Color: '#aa0000' } })}
  where deployment_id = ${deploymentId}`;

async function signInBranding() {
  const answer = await fetch(new URL('/api/branding', app.url));
  assert.equal(answer.status, 200);
  const picture = await fetch(new URL('/api/branding/logo', app.url));
  return {
    body: (await answer.json()) as Record<string, unknown>,
    logo: picture.status,
    bytes: Buffer.from(await picture.arrayBuffer()),
  };
}

test("the branding before sign-in is the only deployment's; with several it is the product's", async () => {
  assert.deepEqual((await signInBranding()).body, PRODUCT);
  const image = await logo();
  const first = await found('Keller & Sons GmbH');
  assert.deepEqual((await signInBranding()).body, PRODUCT);
  assert.equal((await signInBranding()).logo, 404);
  await brand(first, 'Keller', image);
  const { body, bytes } = await signInBranding();
  assert.match(String(body['LogoUri']), /^http:\/\/carrel\.test\/api\/branding\/logo\?v=[0-9a-f]{12}$/);
  assert.deepEqual({ ...body, LogoUri: null }, { Name: 'Keller', Color: '#aa0000', LogoUri: null });
  assert.deepEqual(bytes, image);
  await brand(await found('Second'), 'Second', image);
  const among = await signInBranding();
  assert.deepEqual([among.body, among.logo], [PRODUCT, 404]);
});

test('a visit states whether there is a logo without reading it', async () => {
  const w = await app.world();
  const shareId = await makeShare(app, w.ann, { folderId: await w.ann.folder(w.ann.libraryId, 'Plans') }, {});
  await brand(w.deploymentId, 'Keller', await logo());
  const guest = visitor(app, await referenceOfShare(app, shareId));
  let uri: unknown;
  const statements = await statementsOf(app, async () => {
    uri = (await guest.ask('GET', '')).body.Branding.LogoUri;
  });
  assert.match(String(uri), /\/logo$/);
  assert.deepEqual(
    statements.filter(({ text }) => /\blogo\b/.test(text)),
    [],
  );
});
