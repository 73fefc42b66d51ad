/** The workloads that Directus has a counterpart for, in its own API. */
import { randomBytes, randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { type Request, encodeRequest } from '../client.ts';
import { withDatabase } from '../database.ts';
import { fillFile } from '../plant.ts';
import { type Target, contentOf, encodeForm, fetchJson, getRequest } from '../target.ts';
import { photo, thumbnailTimes } from '../workloads/thumbnail.ts';
import { type Prepared, cycle } from '../workloads/workload.ts';

type Place = { databaseUrl: string; storage: string };
type Answer<T> = { data: T };
type Uploaded = { folder: string; ids: string[] };

const GIB = 1024 ** 3;
const PIECE = 2 * 1024 * 1024;
const SMALL = 1000;
const MANY = 100_000;
const TOP = 200;
const FIELDS = 'fields=id,filename_download,filesize,modified_on,uploaded_on,folder,type';
const JSON_TYPE = { 'Content-Type': 'application/json' };
const block = randomBytes(PIECE);

/** How Directus does a workload, by its id. */
export function directusWorkloads(place: Place): NonNullable<Target['workloads']> {
  const small = once(uploadSmall);
  const listed = once((target) => plantList(target, place));
  const page = (query: string) => async (target: Target) =>
    listing(target, `filter[folder][_eq]=${await listed(target)}&limit=${TOP}&meta=filter_count&${query}`);
  const middle = `offset=${MANY / 2}`;
  return {
    W1: async (target) =>
      reading((await small(target)).ids.map((id) => getRequest(target, `/files/${id}?${FIELDS}`, null))),
    W2: async (target) =>
      listing(target, `filter[folder][_eq]=${(await small(target)).folder}&limit=${SMALL}&sort=filename_download`),
    W3: uploads,
    W4: async (target) => ({ next: () => largeUpload(target) }),
    W4t: tusUpload,
    W5: async (target) => ({ ...reading([await largeDownload(target, place)]), answerBytes: GIB }),
    W5s: async (target) => reading((await small(target)).ids.map((id) => getRequest(target, `/assets/${id}`, null))),
    W10: (target) => search(target, place),
    W12: page('sort=filename_download'),
    W12m: page(`sort=filename_download&${middle}`),
    W12d: page('sort=uploaded_on'),
    W12dm: page(`sort=uploaded_on&${middle}`),
    W12s: page('sort=-filesize'),
    W12sm: page(`sort=-filesize&${middle}`),
    W15: thumbnails,
  };
}

const reading = (requests: Request[]): Prepared => ({ next: cycle(requests) });

function listing(target: Target, query: string): Prepared {
  return reading([getRequest(target, `/files?${query}&${FIELDS}`, null)]);
}

async function createFolder(target: Target): Promise<string> {
  const init = { method: 'POST', headers: JSON_TYPE, body: JSON.stringify({ name: randomUUID() }) };
  return (await fetchJson<Answer<{ id: string }>>(target, '/folders', init)).data.id;
}

async function upload(target: Target, folder: string, name: string, content: Buffer): Promise<string> {
  const { headers, body } = encodeForm({ folder }, name, content);
  const init = { method: 'POST', headers, body: new Uint8Array(body) };
  return (await fetchJson<Answer<{ id: string }>>(target, '/files', init)).data.id;
}

async function uploadSmall(target: Target): Promise<Uploaded> {
  const folder = await createFolder(target);
  const ids: string[] = [];
  for (let index = 0; index < SMALL; index += 1) {
    const name = `Report ${index}.bin`;
    ids.push(await upload(target, folder, name, contentOf(name)));
  }
  return { folder, ids };
}

async function uploads(target: Target): Promise<Prepared> {
  const folder = await createFolder(target);
  const url = new URL('/files', target.origin);
  let count = 0;
  const next = () => {
    const name = `Upload ${(count += 1)}.bin`;
    const { headers, body } = encodeForm({ folder }, name, contentOf(name));
    return { bytes: encodeRequest('POST', url, { ...target.headers, ...headers }, body), status: 200, length: null };
  };
  return { next };
}

// One form of 1 GiB: what is before the content, the content in blocks, and what ends the form.
function largeUpload(target: Target): Request {
  const { headers, body } = encodeForm({}, `${randomUUID()}.bin`, Buffer.alloc(0));
  const end = body.lastIndexOf('\r\n--');
  const all = { ...target.headers, ...headers, 'Content-Length': String(body.length + GIB) };
  const head = encodeRequest('POST', new URL('/files', target.origin), all, body.subarray(0, end));
  const repeated = { block, times: GIB / PIECE, tail: body.subarray(end) };
  return { bytes: head, body: repeated, status: 200, length: null };
}

async function tusUpload(target: Target): Promise<Prepared> {
  const tus = { ...target.headers, 'Tus-Resumable': '1.0.0' };
  let [path, offset] = ['', 0];
  return {
    before: async () => {
      const metadata = { filename_download: `${randomUUID()}.bin`, id: randomUUID(), type: 'application/octet-stream' };
      const pairs = Object.entries(metadata).map(([key, value]) => `${key} ${btoa(value)}`);
      const headers = { ...tus, 'Upload-Length': String(GIB), 'Upload-Metadata': pairs.join(',') };
      const answer = await fetch(new URL('/files/tus', target.origin), { method: 'POST', headers });
      [path, offset] = [new URL(answer.headers.get('location') ?? '', target.origin).pathname, 0];
    },
    next: () => {
      const headers = {
        ...tus,
        'Upload-Offset': String(offset),
        'Content-Type': 'application/offset+octet-stream',
        'Content-Length': String(PIECE),
      };
      offset += PIECE;
      const bytes = encodeRequest('PATCH', new URL(path, target.origin), headers);
      return { bytes, body: { block, times: 1 }, status: 204, length: null };
    },
  };
}

// A small file whose stored bytes are replaced.
async function largeDownload(target: Target, { databaseUrl, storage }: Place): Promise<Request> {
  const id = await upload(target, await createFolder(target), 'large.bin', contentOf('large.bin'));
  await withDatabase(databaseUrl, async (sql) => {
    const [file] = await sql<{ path: string }[]>`
      update directus_files set filesize = ${GIB} where id = ${id}::uuid returning filename_disk as path`;
    const path = `${storage}/${file?.path}`;
    await rm(path);
    await fillFile(path, GIB);
  });
  return getRequest(target, `/assets/${id}`, GIB);
}

/** A folder with rows of files that share the bytes of one; resolves to its id. */
async function plantList(target: Target, { databaseUrl }: Place): Promise<string> {
  const folder = await createFolder(target);
  const model = await upload(target, folder, 'Report 0.bin', contentOf('Report 0.bin'));
  await withDatabase(databaseUrl, async (sql) => {
    await sql`
      insert into directus_files (id, storage, filename_disk, filename_download, title, type, folder, filesize, uploaded_on)
      select gen_random_uuid(), storage, filename_disk, 'Report ' || n || '.bin', title, type, folder, 20000 + n,
        now() - n * interval '1 second'
      from directus_files, generate_series(1, ${MANY - 1}::int) as n where id = ${model}::uuid`;
    await sql`analyze directus_files`;
  });
  return folder;
}

/** Items of a collection with an indexed number, 1 in 1 000 of each value, read by an admin without any rights to check. */
async function search(target: Target, { databaseUrl }: Place): Promise<Prepared> {
  const collection = 'tagged';
  const fields = [
    { field: 'id', type: 'integer', schema: { is_primary_key: true, has_auto_increment: true } },
    { field: 'name', type: 'string', schema: {} },
    { field: 'number', type: 'integer', schema: {} },
  ];
  const body = JSON.stringify({ collection, schema: {}, meta: {}, fields });
  await fetchJson(target, '/collections', { method: 'POST', headers: JSON_TYPE, body });
  await withDatabase(databaseUrl, async (sql) => {
    await sql`insert into ${sql(collection)} (name, number)
      select 'Document ' || n, n % 1000 from generate_series(1, ${MANY}::int) as n`;
    await sql`create index on ${sql(collection)} (number)`;
    await sql`analyze ${sql(collection)}`;
  });
  const path = (value: number) => `/items/${collection}?filter[number][_eq]=${value}&limit=-1&meta=filter_count`;
  return reading(Array.from({ length: 1000 }, (_, value) => getRequest(target, path(value), null)));
}

async function thumbnails(target: Target): Promise<Prepared> {
  const folder = await createFolder(target);
  return thumbnailTimes(target, photo, async (content) => {
    const id = await upload(target, folder, `${randomUUID()}.jpg`, content);
    return `/assets/${id}?width=200&height=200&fit=cover&format=png`;
  });
}

// The first call does the work; others share the result.
function once<T>(work: (target: Target) => Promise<T>): (target: Target) => Promise<T> {
  let result: Promise<T> | undefined;
  return (target) => (result ??= work(target));
}
