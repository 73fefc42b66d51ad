/** Videos and sounds as every browser plays them, through HTTP. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { test } from 'node:test';
import { startApp } from '../../../test/harness.ts';
import { without } from '../../../test/parts.ts';
import type { Person } from '../../../test/world.ts';
import { sweepPagesJob } from '../../content/renditions/renditions.jobs.ts';
import { sound, video } from '../../platform/rendering/media.fixture.ts';
import { visitor } from '../../visiting/visits/visitor.fixture.ts';
import { whenReady } from './ready.fixture.ts';

const skip = without('ffmpeg');
const app = await startApp({ programFolders: (process.env['PATH'] ?? '').split(delimiter) });

/** An input of a film. */
const PICTURES = ['-f', 'lavfi', '-i', 'testsrc=duration=2:size=1920x1440:rate=5'];
const SECRET = 'Secret-Title-4711';

async function upload(person: Person, name: string, content: Buffer): Promise<number> {
  return person.document(await person.folder(person.libraryId, crypto.randomUUID()), name, content);
}

/** Streams and metadata of a content, as FFmpeg reads them. */
function inspect(content: Buffer): string {
  const folder = mkdtempSync(join(tmpdir(), 'carrel-playback-'));
  try {
    writeFileSync(join(folder, 'f.mp4'), content);
    return execFileSync(
      'ffprobe',
      ['-v', 'error', '-show_entries', 'stream=codec_name,width,height:format_tags', '-of', 'compact', 'f.mp4'],
      { cwd: folder, encoding: 'utf8' },
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

test('a video becomes an MP4 of at most 720p without its metadata, which is sent in ranges', { skip }, async () => {
  const { ann } = await app.world();
  const film = sound('avi', 2, { input: PICTURES, options: ['-metadata', `title=${SECRET}`] });
  const documentId = await upload(ann, 'a.avi', film);
  const path = `/api/documents/${documentId}/playback`;
  const whole = await whenReady(() => ann.api('GET', path));
  assert.deepEqual([whole.status, whole.headers.get('content-type')], [200, 'video/mp4']);
  assert.equal(whole.headers.get('x-playback-incomplete'), null);
  const seen = inspect(whole.bytes);
  assert.match(seen, /codec_name=h264\|width=960\|height=720/);
  assert.match(seen, /codec_name=aac/);
  assert.doesNotMatch(seen, /Secret|encoder/i);
  const part = await ann.api('GET', path, undefined, { range: 'bytes=100-199' });
  assert.deepEqual([part.status, part.bytes], [206, whole.bytes.subarray(100, 200)]);
  const head = await ann.api('HEAD', path);
  assert.equal(head.headers.get('content-length'), String(whole.bytes.length));
});

test('a sound is an MP4 without pictures, and others say why they cannot be played', { skip }, async () => {
  const { ann } = await app.world();
  const documentId = await upload(ann, 'a.wav', sound('wav', 1, {}));
  const played = await whenReady(() => ann.api('GET', `/api/documents/${documentId}/playback`));
  assert.deepEqual([played.status, played.headers.get('content-type')], [200, 'audio/mp4']);
  assert.doesNotMatch(inspect(played.bytes), /h264/);
  for (const [name, reason] of [
    ['a.mp4', 'The content of the document cannot be rendered.'],
    ['a.txt', 'Documents of this kind cannot be played.'],
  ] as const) {
    const otherId = await upload(ann, name, Buffer.from('#EXTM3U\nhttp://127.0.0.1/a.mp4\n'));
    const { status, body } = await whenReady(() => ann.api('GET', `/api/documents/${otherId}/playback`));
    assert.deepEqual([status, body.title], [422, reason]);
  }
});

test('a link that only allows viewing plays the conversion, unless it has a watermark', { skip }, async () => {
  const { ann } = await app.world();
  const original = sound('mp4', 2, {
    input: PICTURES,
    options: ['-c:v', 'mpeg4', '-c:a', 'libmp3lame', '-metadata', `title=${SECRET}`],
  });
  const documentId = await upload(ann, 'a.mp4', original);
  const ask = async (more: Record<string, boolean>) => {
    const { body } = await ann.api('POST', `/api/documents/${documentId}/share`, { AllowView: true, ...more });
    const somebody = visitor(app, body.ReferenceString);
    return whenReady(() => somebody.ask('GET', `/documents/${documentId}/playback`));
  };
  const played = await ask({});
  assert.equal(played.status, 200);
  assert.ok(!played.bytes.includes(SECRET));
  // No block of its pictures and sound is in it. Tables follow them, which all MP4 files have.
  const end = original.indexOf('moov') - 64;
  assert.ok(end > 10_000);
  for (let at = 48; at < end; at += 64) {
    const block = original.subarray(at, at + 64);
    const isPadding = new Set(block).size < 16;
    assert.ok(isPadding || !played.bytes.includes(block), `byte ${at}`);
  }
  assert.equal((await ask({ Watermark: true })).status, 403);
});

test('a conversion is one row, made once, and deleted after four weeks without a reader', { skip }, async () => {
  const { ann, deploymentId } = await app.world();
  const documentId = await upload(ann, 'a.webm', video('webm', 1, ['-c:v', 'libvpx', '-deadline', 'realtime']));
  const path = `/api/documents/${documentId}/playback`;
  const rows = () => app.sql`
    select kind, attempts from thumbnails where deployment_id = ${deploymentId} and kind like '%playback'`;
  const [first, second] = await Promise.all([0, 1].map(() => whenReady(() => ann.api('GET', path))));
  assert.equal(first?.headers.get('etag'), second?.headers.get('etag'));
  assert.deepEqual([...(await rows())], [{ kind: 'video playback', attempts: 1 }]);
  await app.sql`
    update thumbnails set read_on = read_on - 29 where deployment_id = ${deploymentId} and kind = 'video playback'`;
  await whenReady(() => ann.api('GET', path));
  await sweepPagesJob.run(app.deps, undefined);
  assert.equal((await rows()).length, 1);
  await app.sql`
    update thumbnails set read_on = read_on - 29 where deployment_id = ${deploymentId} and kind = 'video playback'`;
  await sweepPagesJob.run(app.deps, undefined);
  assert.equal((await rows()).length, 0);
});
