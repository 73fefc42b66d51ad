/** The places for heads: DATA_DIR of the worker's machine, and the bucket with the contents. */
import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Deps } from '../../platform/deps.ts';
import { hasCode, unlessMissing } from '../../platform/blobs/disk/disk.ts';
import type { RecordStore } from '../../platform/blobs/store.ts';
import { appendLine, lastLines, recordFiles } from '../../platform/record-files.ts';
import { type Head, type KeptHead, formatHead, parseHead } from './head.ts';

/** The folder in DATA_DIR and in the bucket. */
export const HEADS_FOLDER = 'audit-heads';

/** How many of the last lines may be out of order, because workers with the same DATA_DIR appended them at the same time. */
const CONCURRENT = 20;

export type HeadPlace = {
  name: 'DATA_DIR' | 'the bucket';
  id: string;
  /** Another id of the place, in heads that earlier releases wrote. */
  earlierId?: string;
  last(deploymentId: number): Promise<KeptHead>;
  /** Adds a head; false if another process has added one with this sequence. */
  add(head: Head): Promise<boolean>;
};

/** The places that this process can read. Creates nothing. */
export async function findHeadPlaces(deps: Deps): Promise<HeadPlace[]> {
  const known = await unlessMissing(readFile(join(folderIn(deps), 'place'), 'utf8'));
  return placesOf(deps, known?.trim() ?? '');
}

/** The places for writing. Gives a DATA_DIR without heads its id. */
export async function openHeadPlaces(deps: Deps): Promise<HeadPlace[]> {
  return placesOf(deps, await placeId(folderIn(deps)));
}

function folderIn({ config }: Deps): string {
  return join(config.dataDir, HEADS_FOLDER);
}

function placesOf(deps: Deps, id: string): HeadPlace[] {
  const { blobs, secretKey } = deps;
  const inFiles = placeInFiles(folderIn(deps), id, secretKey);
  return blobs.records === undefined ? [inFiles] : [inFiles, placeInBucket(blobs.records, secretKey)];
}

function placeInFiles(folder: string, id: string, secretKey: Buffer): HeadPlace {
  const folderOf = (deploymentId: number) => join(folder, String(deploymentId));
  return {
    name: 'DATA_DIR',
    id,
    async last(deploymentId) {
      for (const path of await recordFiles(folderOf(deploymentId))) {
        const head = newestOf((await lastLines(path)).slice(0, CONCURRENT).map((line) => parseHead(secretKey, line)));
        if (head !== undefined) return head;
      }
      return undefined;
    },
    async add(head) {
      await appendLine(folderOf(head.Deployment), new Date(head.WrittenAt), formatHead(secretKey, head));
      return true;
    },
  };
}

/** The head with the highest sequence of those in a file, newest line first; a forged last line is reported as such. */
function newestOf(lines: KeptHead[]): KeptHead {
  const known = lines.filter((line) => line !== undefined);
  if (known[0] === 'forged') return 'forged';
  const heads = known.filter((head) => head !== 'forged');
  return heads.reduce<Head | undefined>(
    (best, head) => (best && best.Sequence >= head.Sequence ? best : head),
    undefined,
  );
}

function placeInBucket(records: RecordStore, secretKey: Buffer): HeadPlace {
  const folderOf = (deploymentId: number) => `${HEADS_FOLDER}/${deploymentId}`;
  return {
    name: 'the bucket',
    id: records.id,
    earlierId: records.earlierId,
    async last(deploymentId) {
      const text = await records.newest(folderOf(deploymentId));
      return text === undefined ? undefined : (parseHead(secretKey, text) ?? 'forged');
    },
    add: (head) => records.add(folderOf(head.Deployment), head.Sequence, formatHead(secretKey, head)),
  };
}

async function placeId(folder: string): Promise<string> {
  const path = join(folder, 'place');
  const known = await unlessMissing(readFile(path, 'utf8'));
  if (known !== undefined) return known.trim();
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const id = randomBytes(8).toString('hex');
  // Written under another name first: another worker that starts now must never read an empty id.
  const draft = `${path}.${id}`;
  await writeFile(draft, `${id}\n`, { flag: 'wx', mode: 0o600, flush: true });
  try {
    await link(draft, path);
    return id;
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
    return (await readFile(path, 'utf8')).trim();
  } finally {
    await rm(draft, { force: true });
  }
}
