/** A third-party client library, and a service that is killed during uploads. */
import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { Upload, type UploadOptions } from 'tus-js-client';
import { SEVERAL, type Service, externalDatabase, kill, killEverything, startService } from './service.ts';

const content = randomBytes(30_000_000);
const PIECE_BYTES = 3_000_000;

async function homeFolder({ admin }: Service): Promise<number> {
  const { body } = await admin.api('GET', '/api/users/me');
  return admin.folder(body.PersonalLibraryId, 'Home');
}

/** Uploads to the end, or until `stopAt` bytes were acknowledged; resolves to the upload's URL. */
async function upload({ token }: Service, options: UploadOptions, stopAt = Infinity): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const sending = new Upload(content, {
    chunkSize: PIECE_BYTES,
    headers: { authorization: `Bearer ${token}` },
    retryDelays: Array.from({ length: 60 }, () => 250),
    ...options,
    onError: reject,
    onSuccess: () => resolve(),
    onChunkComplete: (size, accepted, total) => {
      options.onChunkComplete?.(size, accepted, total);
      if (accepted >= stopAt) void sending.abort().then(() => resolve());
    },
  });
  sending.start();
  await promise;
  return sending.url ?? '';
}

async function killApiProcesses(service: Service): Promise<void> {
  const all = await service.processes();
  kill(all.filter(({ command }) => command.includes('api-process')).map(({ pid }) => pid));
}

test('tus-js-client completes an upload despite kills of API processes and of everything', async (t) => {
  const env = { ...(await externalDatabase(t)), ...SEVERAL };
  const service = await startService(t, env);
  const folderId = await homeFolder(service);
  let kills = 0;
  const url = await upload(
    service,
    {
      endpoint: `${service.url}/api/uploads`,
      metadata: { filename: 'Käse.bin', folderId: String(folderId) },
      onChunkComplete: () => {
        if (kills++ < 2) void killApiProcesses(service);
      },
    },
    15_000_000,
  );
  await killEverything(service);

  const again = await startService(t, { ...env, DATA_DIR: service.dataDir });
  const { pathname } = new URL(url);
  const accepted: number[] = [];
  await upload(again, {
    uploadUrl: new URL(pathname, again.url).href,
    onChunkComplete: (_size, bytes) => void accepted.push(bytes),
  });
  // Acknowledged bytes are not sent again.
  assert.deepEqual(accepted, [18_000_000, 21_000_000, 24_000_000, 27_000_000, 30_000_000]);
  const reference = JSON.stringify({ Identifier: pathname.split('/').at(-1) });
  const made = await again.admin.api('POST', `/api/folders/${folderId}/documents`, undefined, {
    'x-service-fileref': reference,
  });
  assert.equal(made.status, 201, made.text);
  assert.equal(made.body.DocumentName, 'Käse.bin');
  assert.equal(made.body.Hash, createHash('sha256').update(content).digest('hex'));
  const stored = await again.admin.api('GET', `/api/documents/${made.body.DocumentId}/content`);
  assert.ok(stored.bytes.equals(content));
});

test('tus-js-client sends a whole file in one request, also an empty one, and deletes an upload', async (t) => {
  const service = await startService(t, { ...(await externalDatabase(t)) });
  const folderId = await homeFolder(service);
  const options = {
    endpoint: `${service.url}/api/uploads`,
    metadata: { filename: 'whole.bin', folderId: String(folderId) },
    chunkSize: Infinity,
  };
  const url = await upload(service, options);
  const reference = JSON.stringify({ Identifier: url.split('/').at(-1) });
  const path = `/api/folders/${folderId}/documents`;
  const made = await service.admin.api('POST', path, undefined, { 'x-service-fileref': reference });
  assert.equal(made.body.Hash, createHash('sha256').update(content).digest('hex'));

  const headers = { authorization: `Bearer ${service.token}` };
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const empty = new Upload(Buffer.alloc(0), { ...options, headers, onSuccess: () => resolve(), onError: reject });
  empty.start();
  await promise;
  await Upload.terminate(empty.url ?? '', { headers });
  const gone = await service.admin.api('HEAD', new URL(empty.url ?? '').pathname, undefined, {
    'tus-resumable': '1.0.0',
  });
  assert.equal(gone.status, 404);
});
