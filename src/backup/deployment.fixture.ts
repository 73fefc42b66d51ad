/** A deployment with every kind of data that a backup must keep, and functions to compare it. */
import { createHash, randomBytes } from 'node:crypto';
import { mkdir, readFile, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { addManyDocuments } from '../../test/factories/bulk.ts';
import { makeLibrary } from '../../test/factories/libraries.ts';
import { grant, makeGroup } from '../../test/factories/permissions.ts';
import { makeChild } from '../../test/factories/trees.ts';
import { type Client, client } from '../../test/client.ts';
import type { TestApp } from '../../test/harness.ts';
import type { World } from '../../test/world.ts';
import { newBlobKey } from '../platform/blobs/keys.ts';
import { ensureActivityPartitions } from '../core/activity/activity.queries.ts';
import { signIn } from '../people/sessions/browser.fixture.ts';

const DAY_MS = 86_400_000;
const MIB = 1024 * 1024;

/** Two deployments, libraries, trees, revisions, twins, trash, rights, tokens, sessions, and months of activity. */
export async function furnish(app: TestApp) {
  await ensureActivityPartitions(app.sql, app.clock.now);
  const w = await app.world();
  const { admin, ann, bob } = w;
  const libraryId = await makeLibrary(admin, `Verträge ${crypto.randomUUID()} 契約 🗂️`);
  const top = await admin.folder(libraryId, 'Größe\u00a0und « ärger »');
  const deep = await makeChild(admin, await makeChild(admin, top, 'it\'s 50% $1 "quoted"'), 'ответы');
  const documentId = await admin.document(top, 'naïve résumé.txt', 'first');
  app.clock.advance(40 * DAY_MS);
  await admin.revise(documentId, 'naïve résumé.txt', randomBytes(3 * MIB));
  await admin.revise(documentId, 'naïve résumé.txt', '');
  await admin.document(deep, 'twin.txt', 'the same');
  await admin.document(top, 'twin.txt', 'the same');
  await w.other.document(await w.other.folder(w.other.libraryId, 'theirs'), 'twin.txt', 'the same');
  await makeLarge(app, await admin.document(deep, 'sparse.bin', `${w.deploymentId}`), 64 * MIB);
  await addManyDocuments(app, admin, deep, 200);
  const trashed = await admin.document(top, 'in the trash.txt');
  await admin.api('DELETE', `/api/documents/${trashed}`);
  await admin.api('DELETE', `/api/folders/${await makeChild(admin, top, 'a folder in the trash')}`);
  const purged = await admin.document(top, 'purged.txt');
  await admin.api('DELETE', `/api/documents/${purged}?purge=true`);
  await grant(app, ann, { libraryId }, { allow: ['Write'] });
  await grant(app, await makeGroup(app, w.deploymentId, [bob]), { folderId: top }, { allow: ['Read'] });
  await grant(app, bob, { folderId: deep }, { deny: ['Read'] });
  await admin.api('POST', '/api/password-resets', { Email: ann.email });
  const browser = await signIn(w, ann);
  return { w, browser, libraryId, top, deep, documentId, purged };
}

// Extends the stored file beyond the size of a single upload, as a sparse file.
async function makeLarge({ sql, dataDir }: TestApp, documentId: number, size: number): Promise<void> {
  const key = await storageKeyOf({ sql }, documentId);
  const file = join(dataDir, 'blobs', key);
  await truncate(file, size);
  const sha256 = createHash('sha256')
    .update(await readFile(file))
    .digest();
  await sql`update blobs set size = ${size}, sha256 = ${sha256} where storage_key = ${key}`;
  for (const table of ['documents', 'revisions']) {
    await sql`update ${sql(table)} set size = ${size}, sha256 = ${sha256} where document_id = ${documentId}`;
  }
}

/** Adds this many contents of 1 kB, not used by any document, to database and store. */
export async function addStoredContents(
  { sql, dataDir }: Pick<TestApp, 'sql' | 'dataDir'>,
  deploymentId: number,
  count: number,
): Promise<void> {
  const contents = Array.from({ length: count }, () => ({ key: newBlobKey(new Date()), bytes: randomBytes(1000) }));
  const [first] = contents;
  if (first !== undefined) await mkdir(join(dataDir, 'blobs', first.key, '..'), { recursive: true });
  for (const { key, bytes } of contents) await writeFile(join(dataDir, 'blobs', key), bytes);
  const rows = contents.map(({ key, bytes }) => ({
    deployment_id: deploymentId,
    sha256: createHash('sha256').update(bytes).digest(),
    crc32: crc32(bytes),
    size: bytes.length,
    storage_key: key,
    created_at: new Date(),
  }));
  while (rows.length > 0) await sql`insert into blobs ${sql(rows.splice(0, 1000))}`;
}

/** The key of a document's content. */
export async function storageKeyOf({ sql }: Pick<TestApp, 'sql'>, documentId: number): Promise<string> {
  const [row] = await sql<{ key: string }[]>`
    select storage_key as key from blobs join documents using (deployment_id, blob_id) where document_id = ${documentId}`;
  if (row === undefined) throw new Error(`There is no document ${documentId}.`);
  return row.key;
}

/** A checksum over all rows of each backed-up table, and over the queue. */
export async function fingerprint({ sql }: Pick<TestApp, 'sql'>): Promise<Record<string, string>> {
  const tables = await sql<{ name: string }[]>`
    select c.relname as name from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and c.relname not in ('instance', 'migrations', 'staged_uploads', 'thumbnail_claims', 'thumbnails', 'throttles',
        'worker_heartbeats')
    order by 1`;
  const sums: Record<string, string> = {};
  for (const { name } of tables) {
    const [row] = await sql<{ sum: string }[]>`
      select count(*) || ' ' || coalesce(md5(string_agg(t::text, E'\n' order by t::text collate "C")), '') as sum
      from ${sql(name)} t`;
    sums[name] = row?.sum ?? '';
  }
  const jobs = await sql<{ job: string }[]>`
    select t.identifier || ' ' || j.payload || ' ' || j.run_at || ' ' || j.max_attempts as job
    from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id order by 1`;
  return { ...sums, jobs: jobs.map((row) => row.job).join('\n') };
}

/** The people's view of the world over HTTP, with hashes for contents. */
export async function portrait(url: string, { admin, ann, bob, stranger, other }: World): Promise<unknown> {
  const seen: Record<string, unknown> = {};
  for (const person of [admin, ann, bob, stranger, other]) {
    const api = client(url, person.token);
    const { body: libraries } = await api.api('GET', '/api/libraries');
    seen[person.email] = {
      libraries,
      users: (await api.api('GET', '/api/users')).body,
      tokens: (await api.api('GET', `/api/users/${person.userId}/tokens`)).body.map(
        (t: { TokenId: number }) => t.TokenId,
      ),
      shared: (await api.api('GET', '/api/users/me/shared')).body,
      trees: await Promise.all(libraries.map((library: { LibraryId: number }) => treeOf(api, library.LibraryId))),
    };
  }
  return seen;
}

async function treeOf(api: Client, libraryId: number): Promise<unknown> {
  const { body: folders } = await api.api('GET', `/api/libraries/${libraryId}/folders`);
  const permissions = await api.api('GET', `/api/libraries/${libraryId}/permissions?inherited=true`);
  return { permissions: permissions.body, folders: await Promise.all(folders.map(branchOf(api))) };
}

function branchOf(api: Client): (folder: { FolderId: number }) => Promise<unknown> {
  return async ({ FolderId }) => {
    const folder = (await api.api('GET', `/api/folders/${FolderId}?embed=d,f`)).body;
    const documents = (await api.api('GET', `/api/folders/${FolderId}/documents?limit=1000`)).body;
    return {
      folder,
      documents: await Promise.all(documents.slice(0, 20).map(leafOf(api))),
      folders: await Promise.all((folder.Embedded?.Folders ?? []).map(branchOf(api))),
    };
  };
}

function leafOf(api: Client): (document: { DocumentId: number; Hash: string }) => Promise<unknown> {
  return async (document) => {
    const path = `/api/documents/${document.DocumentId}`;
    const { body: revisions } = await api.api('GET', `${path}/revisions`);
    const contents = [];
    for (const { RevisionId } of revisions as { RevisionId: number }[]) {
      const { bytes, status } = await api.api('GET', `${path}/revisions/${RevisionId}/content`);
      contents.push([RevisionId, status, createHash('sha256').update(bytes).digest('hex')]);
    }
    return { document, revisions, contents };
  };
}
