/** Requests to a service whose connections to PostgreSQL break all the time. */
import assert from 'node:assert/strict';
import { request as sendHttp } from 'node:http';
import type { Sql } from '../../src/platform/db/connection.ts';
import { type Answer, client } from '../client.ts';
import type { FaultProxy } from './fault-proxy.ts';
import { noteChange } from './note-change.ts';
import { failuresAfter } from './recovery.ts';

const CALLERS = 24;
/** A fault comes with every so many requests. */
const FAULT_EVERY = 12;
/** Far above the bound of a request. */
const LATE_MS = 20_000;

export type HttpTarget = {
  url: string;
  token: string;
  proxy: FaultProxy;
  /** A pool that does not lead through the proxy. */
  direct: Sql;
  /** From the end of the last fault until requests must succeed; without it they are repeated until they do. */
  recoveryMs?: number;
};

export type HttpOutcome = {
  byStatus: Record<number, number>;
  faults: number;
  slowestMs: number;
  /** Requests that failed although they began `recoveryMs` after the last fault or later. */
  failedLate: string[];
};

type Place = { folderIds: [number, number]; tagTypeIds: number[] };
/** A document and what was acknowledged; `folderIds` and `tags` also hold what may have been carried out. */
type Noted = { documentId: number; content: string; folderIds: Set<number>; tags: Set<string>; shares: number[] };

/** Sends requests of all kinds while connections break, then checks what is stored. */
export async function loadOverHttp(target: HttpTarget, requests: number): Promise<HttpOutcome> {
  const place = await preparePlace(target);
  const outcome: HttpOutcome = { byStatus: {}, faults: 0, slowestMs: 0, failedLate: [] };
  let [next, isLoadOver] = [0, false];
  const lastFault = requests - (requests % FAULT_EVERY);
  const recovery = Promise.withResolvers<string[]>();
  const call = async () => {
    const noted: Noted[] = [];
    for (let turn = 0; next < requests; turn += 1) {
      if ((next += 1) % FAULT_EVERY === 0) target.proxy.breakOne();
      if (next === lastFault) {
        target.proxy.thaw();
        recovery.resolve(lateFailures(target, place.folderIds[0], () => isLoadOver));
      }
      await timed(outcome, () => request(target, place, noted, turn));
    }
    return noted;
  };
  const noted = (await Promise.all(Array.from({ length: CALLERS }, call))).flat();
  isLoadOver = true;
  outcome.faults = target.proxy.faults;
  outcome.failedLate = await recovery.promise;
  while ((await failuresOfRound(target, place.folderIds[0])).length > 0) continue;
  await assertStored(target, noted);
  await assertWhole(target, place);
  return outcome;
}

async function preparePlace({ url, token }: HttpTarget): Promise<Place> {
  const admin = client(url, token);
  const { PersonalLibraryId: libraryId } = (await admin.api('GET', '/api/users/me')).body;
  const folderIds = [
    await admin.folder(libraryId, crypto.randomUUID()),
    await admin.folder(libraryId, crypto.randomUUID()),
  ];
  const tagTypeIds: number[] = [];
  for (const TagTypeName of ['first', 'second']) {
    const path = `/api/libraries/${libraryId}/tagtypes`;
    tagTypeIds.push((await admin.api('POST', path, { TagTypeName, DataType: 'String' })).body.TagTypeId);
  }
  return { folderIds: folderIds as [number, number], tagTypeIds };
}

async function timed(outcome: HttpOutcome, send: () => Promise<Answer>): Promise<void> {
  const start = performance.now();
  const late = new Promise<never>((_, fail) =>
    setTimeout(() => fail(new Error('A request did not end.')), LATE_MS).unref(),
  );
  const { status, headers, text } = await Promise.race([send(), late]);
  outcome.byStatus[status] = (outcome.byStatus[status] ?? 0) + 1;
  outcome.slowestMs = Math.max(outcome.slowestMs, performance.now() - start);
  assert.ok([200, 201, 503].includes(status), `${status}: ${text}`);
  if (status === 503) assert.equal(headers.get('retry-after'), '5');
}

// Each caller changes its own documents only.
async function request(target: HttpTarget, place: Place, noted: Noted[], turn: number): Promise<Answer> {
  const admin = client(target.url, target.token);
  const { folderIds, tagTypeIds } = place;
  const one = noted.at(-1);
  if (one === undefined || turn % 6 === 0) {
    const [content, folderId] = [crypto.randomUUID(), folderIds[0]];
    const answer = await admin.upload(folderId, `${content}.txt`, content);
    if (answer.status === 201) {
      const { DocumentId: documentId } = answer.body;
      noted.push({ documentId, content, folderIds: new Set([folderId]), tags: new Set(), shares: [] });
    }
    return answer;
  }
  const path = `/api/documents/${one.documentId}`;
  if (turn % 6 === 1)
    return noteChange(one.folderIds, folderIds[turn % 2] as number, (FolderId) =>
      admin.api('PATCH', path, { FolderId }),
    );
  if (turn % 6 === 2) {
    const body = (Value: string) => tagTypeIds.map((TagTypeId) => ({ TagTypeId, Value }));
    return noteChange(one.tags, `${turn}`, (value) => admin.api('PUT', `${path}/systemtags`, body(value)));
  }
  if (turn % 6 === 3) {
    const answer = await admin.api('POST', `${path}/share`, { AllowView: true });
    if (answer.status === 201 || answer.status === 200) one.shares.push(answer.body.ShareId);
    return answer;
  }
  if (turn % 6 === 4) return admin.api('GET', `${path}/content`);
  return admin.api('GET', `/api/folders/${folderIds[0]}/documents?top=20`);
}

async function lateFailures(target: HttpTarget, folderId: number, isLoadOver: () => boolean): Promise<string[]> {
  const round = () => failuresOfRound(target, folderId);
  const { recoveryMs: afterMs } = target;
  return afterMs === undefined ? [] : failuresAfter({ afterMs, isLoadOver, round });
}

// Each caller reads and writes, on a connection that is kept and on one of its own.
async function failuresOfRound({ url, token }: HttpTarget, folderId: number): Promise<string[]> {
  const admin = client(url, token);
  const path = `/api/folders/${folderId}`;
  const name = () => ({ FolderName: crypto.randomUUID() });
  const answers = Array.from({ length: CALLERS }, () => [
    admin.api('GET', path),
    admin.api('POST', `${path}/folders`, name()),
    sendAlone(url, token, 'GET', path),
    sendAlone(url, token, 'POST', `${path}/folders`, name()),
  ]);
  const outcomes = await Promise.allSettled(answers.flat());
  return outcomes.flatMap((outcome) => {
    if (outcome.status === 'rejected') return [String(outcome.reason)];
    return [200, 201].includes(outcome.value.status) ? [] : [`${outcome.value.status}`];
  });
}

/** Sends a request on a connection of its own. */
async function sendAlone(
  url: string,
  token: string,
  method: string,
  path: string,
  body?: object,
): Promise<{ status: number }> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  return new Promise((resolve, fail) => {
    const sent = sendHttp(new URL(path, url), { method, headers, agent: false }, (response) => {
      response.on('error', fail).on('end', () => resolve({ status: response.statusCode ?? 0 }));
      response.resume();
    });
    sent.on('error', fail).end(body === undefined ? undefined : JSON.stringify(body));
  });
}

async function assertStored({ url, token }: HttpTarget, noted: Noted[]): Promise<void> {
  const admin = client(url, token);
  const check = async ({ documentId, content, folderIds, tags, shares }: Noted) => {
    const path = `/api/documents/${documentId}`;
    assert.equal((await admin.api('GET', `${path}/content`)).text, content);
    assert.ok(folderIds.has((await admin.api('GET', path)).body.FolderId), `${path} is where it was moved`);
    const values = (await admin.api('GET', `${path}/tags`)).body.map(({ Tags }: { Tags: string[] }) => Tags[0]);
    assert.ok(
      values.every((value: string) => tags.has(value)),
      `${path} has the tags that were set`,
    );
    for (const shareId of shares) assert.equal((await admin.api('GET', `${path}/shares/${shareId}`)).status, 200);
  };
  const left = noted.values();
  const lane = async () => {
    for (const one of left) await check(one);
  };
  await Promise.all(Array.from({ length: CALLERS }, lane));
}

// Each change is one transaction with its activity row, and sets both tags.
async function assertWhole({ direct }: HttpTarget, { folderIds, tagTypeIds }: Place): Promise<void> {
  // A broken transaction may still run in its session; when the locks are free, all have ended.
  const torn = await direct.begin(async (tx) => {
    await tx`lock table documents, shares, document_tags, activity in share mode`;
    return tx<{ what: string }[]>`
      select 'document without activity ' || d.document_id as what from documents d
      where d.folder_id = any(${folderIds}) and 1 <> (
        select count(*) from activity a
        where (a.deployment_id, a.document_id, a.activity_type) = (d.deployment_id, d.document_id, 'DocumentCreated'))
      union all
      select 'activity without document ' || a.document_id from activity a
      where a.folder_id = any(${folderIds}) and a.activity_type = 'DocumentCreated'
        and not exists (select from documents d where d.document_id = a.document_id)
      union all
      select 'document elsewhere ' || d.document_id from documents d
      cross join lateral (
        select a.folder_id from activity a
        where a.document_id = d.document_id and a.activity_type in ('DocumentCreated', 'DocumentMoved')
        order by a.activity_id desc limit 1) as last
      where d.folder_id = any(${folderIds}) and d.folder_id <> last.folder_id
      union all
      select 'tags of ' || t.document_id from document_tags t where t.tag_type_id = any(${tagTypeIds})
      group by t.document_id having count(*) <> 2 or count(distinct t.value) <> 1
      union all
      select 'share without activity ' || s.document_id from shares s join documents d using (document_id)
      where d.folder_id = any(${folderIds})
      group by s.document_id having count(*) <> (
        select count(*) from activity a where a.document_id = s.document_id and a.activity_type = 'DocumentLinkCreated')`;
  });
  assert.deepEqual([...torn], [], 'changes are applied as a whole');
}
