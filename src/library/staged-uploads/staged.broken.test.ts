// starts processes: API processes take turns and are killed
/** Connections that break, two writers, and processes that take turns: nothing is lost, doubled or mixed. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { startApp } from '../../../test/harness.ts';
import type { Person } from '../../../test/world.ts';
import { send } from '../../content/uploads/raw-http.fixture.ts';
import { documentsIn, finalize, offsetOf, pathOf, portion, sha256, stage } from './staged.fixture.ts';
import { begin, piece } from './tus.fixture.ts';

const app = await startApp({}, { own: 'looks into the data folder' });
// Other processes have the real time.
app.clock.now = new Date();
const PROGRAM = join(import.meta.dirname, '../../../test/api-process.ts');

async function until(condition: () => Promise<boolean>): Promise<void> {
  for (let waited = 0; !(await condition()); waited++) {
    if (waited === 500) throw new Error('This did not come about in ten seconds.');
    await sleep(20);
  }
}

function head(path: string, { token }: Person, lines: string[]): string {
  return [`PATCH ${path} HTTP/1.1`, 'Host: carrel.test', `Authorization: Bearer ${token}`, ...lines, '\r\n'].join(
    '\r\n',
  );
}

/** Another API process on the same database and store. */
async function startProcess(t: TestContext): Promise<{ url: string; child: ChildProcess }> {
  const child = spawn(process.execPath, [PROGRAM, app.databaseUrl, app.dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  t.after(() => child.kill('SIGKILL'));
  const [url] = (await once(child.stdout, 'data')) as [Buffer];
  return { url: String(url), child };
}

test('a portion whose connection breaks leaves nothing, wherever it breaks', async () => {
  const { ann } = await app.world();
  const reference = await stage(ann, await ann.folder(ann.libraryId, 'Broken'));
  await portion(app, ann, reference, 'begun');
  const path = pathOf(reference);
  const bodies: [string[], Uint8Array | string][] = [
    [['Content-Length: 1000000'], Buffer.alloc(999_999)],
    [['Content-Length: 10'], ''],
    [['Transfer-Encoding: chunked'], `5\r\n12345\r\n`],
    [['Transfer-Encoding: chunked'], `50000\r\n12345`],
  ];
  for (const [lines, body] of bodies) {
    for (const breakOff of ['destroy', 'resetAndDestroy', 'end'] as const) {
      const socket = await send(app.url, head(path, ann, lines), body);
      await sleep(30);
      const closed = once(socket.resume(), 'close');
      socket[breakOff]();
      await closed;
      assert.equal(await offsetOf(ann, reference), 5);
    }
  }
  const after = await portion(app, ann, reference, ' and ended');
  assert.equal(after.body.CurrentSize, 15);
});

test('a tus piece whose connection breaks keeps the received bytes and can be resumed', async () => {
  const { ann } = await app.world();
  const folderId = await ann.folder(ann.libraryId, 'Broken');
  const content = randomBytes(20_000_000);
  for (const breakOff of ['destroy', 'end'] as const) {
    const path = await begin(ann, content.length, { filename: `${breakOff}.bin`, folderId });
    const reference = {
      Identifier: path.split('/').at(-1),
      Links: { Location: `${app.url}${path.replace('uploads', 'temp')}` },
    };
    const lines = ['Tus-Resumable: 1.0.0', 'Content-Type: application/offset+octet-stream', 'Upload-Offset: 0'];
    const sent = 17_123_456;
    const socket = await send(
      app.url,
      head(path, ann, [...lines, `Content-Length: ${content.length}`]),
      content.subarray(0, sent),
    );
    // All but the last block is stored while the connection is still open.
    await until(async () => (await offsetOf(ann, reference)) >= 8_000_000);
    await until(async () => socket.writableLength === 0);
    socket[breakOff]();
    await until(async () => (await offsetOf(ann, reference)) === sent);
    assert.equal(await documentsIn(app, folderId), breakOff === 'destroy' ? 0 : 1);
    assert.equal((await piece(app, ann, path, { at: sent, bytes: content.subarray(sent) })).status, 204);
    assert.equal((await finalize(ann, folderId, reference)).body.Hash, sha256(content));
  }
});

test('of concurrent portions without an offset one is stored and the others return 409', async () => {
  const { ann } = await app.world();
  const folderId = await ann.folder(ann.libraryId, 'Writers');
  const seen: number[][] = [];
  for (let i = 0; i < 10; i++) {
    const reference = await stage(ann, folderId);
    const pieces = ['a', 'b', 'c'].map((letter) => Buffer.alloc(500_000, letter));
    // Their heads are there before any of them is whole.
    const sockets = await Promise.all(
      pieces.map((bytes) =>
        send(app.url, head(pathOf(reference), ann, ['Connection: close', `Content-Length: ${bytes.length}`])),
      ),
    );
    await sleep(50);
    const answers = await Promise.all(
      sockets.map(async (socket, index) => {
        socket.write(pieces[index] ?? '');
        let text = '';
        for await (const chunk of socket) text += String(chunk);
        return Number(text.slice(9, 12));
      }),
    );
    // On a busy machine a request can begin after another one has ended, and follows it.
    const stored = answers.filter((status) => status === 200).length;
    assert.deepEqual(
      [stored > 0, answers.filter((status) => status === 409).length, await offsetOf(ann, reference)],
      [true, 3 - stored, stored * 500_000],
    );
    seen.push(answers.sort((a, b) => a - b));
  }
  assert.ok(seen.some((answers) => answers.join() === '200,409,409'));
});

test('two writers with offsets that retry refused portions produce exactly the content', async () => {
  const { ann } = await app.world();
  const folderId = await ann.folder(ann.libraryId, 'Writers');
  const content = randomBytes(1_000_000);
  const reference = await stage(ann, folderId);
  const writer = async (size: number) => {
    for (let at = 0; at < content.length;) {
      const bytes = content.subarray(at, at + size);
      const { status, headers } = await portion(app, ann, reference, bytes, {
        headers: { 'upload-offset': String(at) },
      });
      assert.ok(status === 200 || status === 409, String(status));
      at = Number(headers.get('upload-offset'));
    }
  };
  await Promise.all([writer(70_000), writer(33_333)]);
  assert.equal((await finalize(ann, folderId, reference)).body.Hash, sha256(content));
});

test('portions sent to two processes in turn produce one content with the right hash', async (t) => {
  const { ann } = await app.world();
  const folderId = await ann.folder(ann.libraryId, 'Processes');
  const [one, two] = await Promise.all([startProcess(t), startProcess(t)]);
  const content = randomBytes(3_000_000);
  for (const order of [[one, two], [one, one, two, two], [one, two, two, one], [two]]) {
    const reference = await stage(ann, folderId, `${crypto.randomUUID()}.bin`);
    for (let at = 0, turn = 0; at < content.length; at += 300_000, turn++) {
      const where = order[turn % order.length] ?? one;
      const { status } = await portion(where, ann, reference, content.subarray(at, at + 300_000));
      assert.equal(status, 200);
    }
    const made = await finalize(ann, folderId, reference);
    assert.equal(made.body.Hash, sha256(content));
    const stored = await ann.api('GET', `/api/documents/${made.body.DocumentId}/content`);
    assert.equal(sha256(stored.bytes), sha256(content));
  }
});

test('lost, repeated and misdirected portions still produce the intended document', async (t) => {
  const { ann } = await app.world();
  const folderId = await ann.folder(ann.libraryId, 'Property');
  const places = [app, await startProcess(t)];
  const step = fc.record({
    size: fc.oneof(fc.integer({ min: 1, max: 5000 }), fc.integer({ min: 100_000, max: 400_000 })),
    place: fc.nat(1),
    chunked: fc.boolean(),
    byTus: fc.boolean(),
    // The answer is lost, so the client sends the same again.
    isLost: fc.boolean(),
  });
  const property = fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
    const content = randomBytes(steps.reduce((sum, { size }) => sum + size, 0));
    const reference = await stage(ann, folderId, `${crypto.randomUUID()}.bin`);
    const tusPath = pathOf(reference).replace('temp', 'uploads');
    let at = 0;
    for (const { size, place, chunked, byTus, isLost } of steps) {
      const where = places[place] ?? app;
      const bytes = content.subarray(at, at + size);
      const put = () =>
        byTus
          ? piece(where, ann, tusPath, { at, bytes, chunked })
          : portion(where, ann, reference, bytes, { chunked, headers: { 'upload-offset': String(at) } });
      assert.equal((await put()).status, byTus ? 204 : 200);
      if (isLost) assert.deepEqual([(await put()).status, await offsetOf(ann, reference)], [409, at + size]);
      at += size;
    }
    assert.equal((await finalize(ann, folderId, reference)).body.Hash, sha256(content));
  });
  await fc.assert(property, { numRuns: 25 });
});

test('a process killed while appending loses no acknowledged byte', async (t) => {
  const { ann } = await app.world();
  const folderId = await ann.folder(ann.libraryId, 'Killed');
  const content = randomBytes(6_000_000);
  const reference = await stage(ann, folderId);
  let acknowledged = 0;
  for (let life = 0; life < 3; life++) {
    const { url, child } = await startProcess(t);
    const dies = once(child, 'exit');
    const stopAt = acknowledged + 1_000_000;
    while (child.exitCode === null && child.signalCode === null && acknowledged < content.length) {
      const bytes = content.subarray(acknowledged, acknowledged + 150_000);
      const sending = portion({ url }, ann, reference, bytes, { headers: { 'upload-offset': String(acknowledged) } });
      if (acknowledged > stopAt) child.kill('SIGKILL');
      const answer = await sending.catch(() => undefined);
      if (answer === undefined) break;
      assert.equal(answer.status, 200);
      acknowledged = Number(answer.headers.get('upload-offset'));
    }
    await dies;
    const stored = await offsetOf(ann, reference);
    assert.ok(stored === acknowledged || stored === acknowledged + 150_000, `${stored} ${acknowledged}`);
    acknowledged = stored;
  }
  while (acknowledged < content.length) {
    const { body } = await portion(app, ann, reference, content.subarray(acknowledged, acknowledged + 1_000_000));
    acknowledged = body.CurrentSize;
  }
  assert.equal((await finalize(ann, folderId, reference)).body.Hash, sha256(content));
});
