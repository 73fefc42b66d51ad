/** Generated files are fresh. `script/generate` writes them. */
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { test } from 'node:test';
import { openApiDocument } from '../../src/api-docs.ts';
import { buildApp } from '../../src/app.ts';
import { dumpSchema } from '../../src/platform/db/dump-schema.ts';
import { startApp } from '../harness.ts';
import { type Schema, formatTypes } from './openapi/print-types.ts';

const app = await startApp();
const isWriting = process.env['UPDATE_GENERATED'] === '1';

async function assertFresh(file: string, text: string): Promise<void> {
  const path = resolve(import.meta.dirname, '../..', file);
  if (isWriting) await writeFile(path, text);
  assert.equal(await readFile(path, 'utf8').catch(() => ''), text, `${file} is stale: run script/generate`);
}

test('schema.sql matches the migrations', async () => {
  await assertFresh('schema.sql', await dumpSchema(app.sql));
});

const built = await buildApp(app.deps);
await built.ready();
const document = { ...(await openApiDocument(built)), servers: [{ url: '/' }] };
await built.close();

test('openapi.json matches the routes', async () => {
  await assertFresh('openapi.json', `${JSON.stringify(document, null, 2)}\n`);
});

test("the web app's types match openapi.json", async () => {
  const { components } = document as { components?: { schemas: Record<string, Schema> } };
  await assertFresh('web/api/answers.ts', formatTypes(components?.schemas ?? {}));
});
