// runs alone: the environment of the process changes, and its memory is measured
/**
 * Malicious files, uploaded and rendered like all others. They run without isolation, so these tests show the protection
 * that every system has; confine.test.ts shows the effect of isolation.
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { after, test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import sharp from 'sharp';
import { startApp } from '../../../test/harness.ts';
import { until } from '../../../test/waiting.ts';
import { without } from '../../../test/parts.ts';
import { whenReady } from '../../library/renditions/ready.fixture.ts';
import { hostileFiles } from '../../platform/rendering/hostile.fixture.ts';
import { kindOf } from '../../platform/rendering/kinds.ts';
import { createRenderer } from '../../platform/rendering/renderer.ts';
import { defaultImage } from './default-images.ts';

const MIB = 1024 * 1024;
const SIZE = 64;
const AT_ONCE = 2;
/** Of so many files one is viewed in other forms too. */
const VIEWED_EACH = 12;
/** Set for files too that repeat an attack: `script/drill hostile`. */
const EVERY = 'TEST_EVERY_HOSTILE_FILE';

/** The temporary folders of the renderings only. */
const folder = await mkdtemp(join(tmpdir(), 'carrel-hostile-'));
// Other users' renderings are not counted when root runs the tests.
await chmod(folder, 0o711);
process.env['TMPDIR'] = folder;
after(() => rm(folder, { recursive: true, force: true }));

const asked: string[] = [];
const listener = createServer((request, response) => {
  asked.push(request.url ?? '');
  response.end();
}).listen(0, '127.0.0.1');
await once(listener, 'listening');
after(() => void listener.close());

const programFolders = (process.env['PATH'] ?? '').split(delimiter);
const bounds = { cpuMs: 8_000, longCpuMs: 8_000, memoryBytes: 700 * MIB };
const renderer = createRenderer({ programFolders, hiddenFolders: [], atMost: 'none', bounds, keepsOffice: true });
const app = await startApp({}, { renderer });

test(
  'no hostile file harms the service: each gets an image and leaves nothing behind',
  { skip: without('soffice', 'ffmpeg') },
  async (t) => {
    const { ann } = await app.world();
    const isEvery = process.env[EVERY] !== undefined;
    const files = hostileFiles(`http://127.0.0.1:${(listener.address() as AddressInfo).port}`, {
      isEvery,
    });
    assert.ok(files.length >= 50);
    const folderId = await ann.folder(ann.libraryId, 'Hostile');
    const documents = [];
    for (const file of files)
      documents.push({ ...file, documentId: await ann.document(folderId, uploadName(file.name), file.content) });
    const sizes: number[] = [];
    await eachOf(documents, async ({ what, name, documentId, rendered }) => {
      const { status, bytes } = await ann.api('GET', `/api/documents/${documentId}/thumbnail?size=${SIZE}`);
      assert.equal(status, 200, what);
      const { format, width, height } = await sharp(bytes).metadata();
      assert.ok(format === 'png' && Math.max(width, height) <= SIZE, what);
      const isDefault = bytes.equals((await defaultImage(kindOf(uploadName(name)), SIZE)).png);
      if (rendered !== true) assert.ok(isDefault, `${what} was rendered`);
      // Their programs and bounds are the same, so that a few of them are enough.
      if (isEvery || documentId % VIEWED_EACH === 0) {
        for (const path of ['rendition?type=pdf', 'pages', 'pages/1/image?width=320', 'entries']) {
          const viewed = await whenReady(() => ann.api('GET', `/api/documents/${documentId}/${path}`));
          assert.ok([200, 404, 422].includes(viewed.status), `${what} ${path}: ${viewed.status}`);
        }
      }
      sizes.push(memory());
    });
    await t.test('the service keeps running without growing', async () => {
      assert.equal((await ann.api('GET', '/healthz')).status, 200);
      // The first files also load what later ones use.
      const [early, late] = [sizes.slice(10, 20), sizes.slice(-10)].map((some) => Math.min(...some));
      const grown = ((late ?? 0) - (early ?? 0)) / MIB;
      assert.ok(grown < 32, `grown by ${Math.round(grown)} MiB`);
    });
    await t.test('no other server is contacted and no program is run', () => {
      assert.deepEqual(asked, []);
      assert.ok(!existsSync('/tmp/owned'));
    });
    await t.test(
      'no process and no temporary folder remains but those for the next file, and none after closing',
      async () => {
        const folders = async () => (await readdir(folder)).filter((name) => name.startsWith('carrel-render-'));
        // One of them has LibreOffice.
        assert.equal((await folders()).length, 2);
        renderer.close();
        await until(async () => (await folders()).length === 0 && (await processesOf(folder)).length === 0);
      },
    );
    await t.test('each file is attempted once, and failures due to the file are final', async () => {
      const rows = await app.sql`select attempts, storage_key is null and retry_at is null as final from thumbnails`;
      assert.deepEqual(new Set(rows.map((row) => row['attempts'])), new Set([1]));
      const notDue = rows.filter((row) => row['final'] === true).length;
      assert.ok(notDue > files.length / 3, `${notDue} are final`);
    });
  },
);

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** The memory of this process in bytes. */
function memory(): number {
  collectGarbage();
  return process.memoryUsage().rss;
}

/** Some of the names are invalid for documents; only the bytes that the renderer receives matter. */
function uploadName(name: string): string {
  return name.replaceAll(/[*?"<>|:]/g, '_');
}

async function eachOf<T>(items: T[], work: (item: T) => Promise<void>): Promise<void> {
  const queue = [...items];
  const workers = Array.from({ length: AT_ONCE }, async () => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(item);
  });
  await Promise.all(workers);
}

async function processesOf(path: string): Promise<string[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const commands = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')));
  return commands.filter((command) => command.includes(path));
}
