/** The picture of a document after its upload: how long the first request for it waits. */
import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { docx, pdfPage } from '../../src/platform/rendering/samples.fixture.ts';
import type { Answered } from '../client.ts';
import { type Target, uploadDocument } from '../target.ts';
import type { Prepared, Workload } from './workload.ts';

const ROUNDS = 10;
const WIDTH = 3000;
const HEIGHT = 2000;
/** Uploads of one person are apart. The time of a thumbnail does not contain it. */
const PAUSE_MS = 4_000;

export const thumbnails: Workload[] = [
  rendering('W15', 'thumbnail of a JPEG of 6 megapixels after its upload', 'jpg', photo),
  // Readers ignore bytes behind the end of a picture or page; they make each content a new one.
  rendering('W15p', 'the same of a PDF', 'pdf', async () => Buffer.concat([pdfPage(), Buffer.from(randomUUID())])),
  rendering('W15d', 'the same of a DOCX', 'docx', page),
  rendering('W15dp', `the same, ${PAUSE_MS / 1000} s after the previous one`, 'docx', async () => {
    await sleep(PAUSE_MS);
    return page();
  }),
];

function rendering(id: string, title: string, extension: string, make: () => Promise<Buffer>): Workload {
  return {
    id,
    title,
    unit: 'req/s',
    goal: null,
    isAlone: true,
    isSpread: true,
    seconds: 60,
    connections: [1],
    prepare: async (target) => prepare(target, extension, make),
  };
}

async function prepare(target: Target, extension: string, make: () => Promise<Buffer>): Promise<Prepared> {
  const folderId = await target.createFolder(`thumbnails ${extension} ${randomUUID()}`);
  return thumbnailTimes(target, make, async (content) => {
    const { DocumentId } = await uploadDocument(target, folderId, `${randomUUID()}.${extension}`, content);
    return `/api/documents/${DocumentId}/thumbnail`;
  });
}

/** Measures how long the first request for a thumbnail waits after `upload`, which resolves to its path. */
export function thumbnailTimes(
  target: Target,
  make: () => Promise<Buffer>,
  upload: (content: Buffer) => Promise<string>,
): Prepared {
  const next = () => assert.fail('The load of thumbnails is its own.');
  const load = async (): Promise<Answered> => {
    const times: number[] = [];
    let bytes = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      const path = await upload(await make());
      const startedAt = performance.now();
      const answer = await fetch(new URL(path, target.origin), { headers: target.headers });
      bytes += (await answer.arrayBuffer()).byteLength;
      times.push(performance.now() - startedAt);
      // The default image has no ETag.
      const isDefault = target.name === 'Carrel' && answer.headers.get('etag') === null;
      assert.ok(answer.ok && !isDefault, `${target.name} rendered no thumbnail`);
    }
    times.sort((a, b) => a - b);
    const seconds = times.reduce((sum, time) => sum + time, 0) / 1000;
    return { requests: ROUNDS, bytes, seconds, p50: times[ROUNDS / 2] ?? NaN, p99: times.at(-1) ?? NaN };
  };
  return { next, load };
}

async function page(): Promise<Buffer> {
  return docx(['Heading', randomUUID()]);
}

let picture: Promise<Buffer> | undefined;

/** A JPEG of 6 megapixels; each is a new content. */
export async function photo(): Promise<Buffer> {
  picture ??= sharp(randomBytes(WIDTH * HEIGHT * 3), { raw: { width: WIDTH, height: HEIGHT, channels: 3 } })
    .blur(8)
    .jpeg()
    .toBuffer();
  return Buffer.concat([await picture, Buffer.from(randomUUID())]);
}
