/** Clients that write all the time, note what was acknowledged, and read all of it back at the end. */
import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { Agent, request } from 'node:https';
import { Agent as PlainAgent, request as plainRequest } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { noteChange } from '../../faults/note-change.ts';

const TIMEOUT_MS = 10_000;
const LANES = 6;
const DAY_MS = 86_400_000;

export type Target = { addresses: string[]; token: string };

/** A request that was not acknowledged; it may have been carried out. */
export type Failure = { at: number; reason: string };

export type Load = {
  /** Writes that were acknowledged. */
  acknowledged(): number;
  failures: Failure[];
  /** 4xx answers and 500, which no fault excuses. */
  refused: string[];
  /** The longest time between two acknowledged writes since `from`: of one client, and of all together. */
  pausesSince(from: number): { client: number; all: number };
  /** Waits until each client has had a write acknowledged that began at `from` or later; fails when the patience ends. */
  untilAllWrite(from: number, patienceMs: number): Promise<void>;
  stop(): Promise<void>;
  /** Reads everything that was acknowledged, from the first address unless another is named; returns losses and differences. */
  readBack(address?: string): Promise<string[]>;
};

/** Acknowledged writes of one client, which changes its own documents only; `names` also holds what may have been carried out. */
type Noted = {
  documents: Map<number, { hash: string; names: Set<string> }>;
  shares: Map<number, number>;
  tasks: Set<number>;
};
type Acknowledgment = { startedAt: number; at: number };
type Lane = Acknowledgment[] & { noted: Noted };

/** Starts clients that together write this often. Each goes on with the other address after a failure. */
export async function startLoad(target: Target, perMinute: number): Promise<Load> {
  const folderId = await createFolder(target);
  const [failures, refused]: [Failure[], string[]] = [[], []];
  const lanes = Array.from({ length: LANES }, newLane);
  const stopping = new AbortController();
  const work = async (lane: Lane, index: number) => {
    let addressAt = index;
    for (let turn = 0; !stopping.signal.aborted; turn += 1) {
      const startedAt = Date.now();
      const address = target.addresses[addressAt % target.addresses.length] ?? '';
      const outcome = await write({ ...target, addresses: [address] }, lane.noted, folderId, turn + index);
      const at = Date.now();
      if (outcome === null) {
        lane.push({ startedAt, at });
        await sleep(Math.max(0, (LANES * 60_000) / perMinute - (at - startedAt)));
      } else if (/^(4|500)/.test(outcome)) {
        refused.push(outcome);
        await sleep(100);
      } else {
        failures.push({ at, reason: `${address} ${outcome}` });
        addressAt += 1;
        await sleep(100);
      }
    }
  };
  const running = lanes.map(work);
  return {
    acknowledged: () => lanes.flat().length,
    failures,
    refused,
    pausesSince: (from) => ({
      client: Math.max(...lanes.map((lane) => longestPause(lane, from))),
      all: longestPause(
        lanes.flat().sort((a, b) => a.at - b.at),
        from,
      ),
    }),
    untilAllWrite: async (from, patienceMs) => {
      const waiting = () => lanes.filter((lane) => (lane.at(-1)?.startedAt ?? 0) < from).length;
      while (Date.now() < from + patienceMs && waiting() > 0) await sleep(50);
      assert.equal(waiting(), 0, 'a write of each client is acknowledged again');
    },
    stop: async () => {
      stopping.abort();
      await Promise.all(running);
    },
    readBack: (address) =>
      readBack(
        address === undefined ? target : { ...target, addresses: [address] },
        lanes.map(({ noted }) => noted),
      ),
  };
}

function newLane(): Lane {
  const noted: Noted = { documents: new Map(), shares: new Map(), tasks: new Set() };
  return Object.assign([], { noted });
}

function longestPause(lane: Acknowledgment[], from: number): number {
  const times = [...lane.filter(({ at }) => at >= from).map(({ at }) => at), Date.now()];
  return Math.max(...times.map((at, index) => at - (times[index - 1] ?? from)));
}

async function createFolder(target: Target): Promise<number> {
  const [library] = (await send(target, 'GET', '/api/libraries')).body as { LibraryId: number }[];
  const made = await send(target, 'POST', `/api/libraries/${library?.LibraryId}/folders`, {
    FolderName: `Drill ${Date.now()}`,
  });
  return (made.body as { FolderId: number }).FolderId;
}

/** One write. Returns null if it was acknowledged, else a status or an error. */
async function write(target: Target, noted: Noted, folderId: number, turn: number): Promise<string | null> {
  const documentId = [...noted.documents.keys()].at(-1 - (turn % 5));
  if (documentId === undefined || turn % 5 < 2) return upload(target, noted, folderId);
  if (turn % 5 === 2) return rename(target, noted, documentId);
  if (turn % 5 === 3) return share(target, noted, documentId);
  return assign(target, noted, documentId);
}

async function upload(target: Target, noted: Noted, folderId: number): Promise<string | null> {
  // Some are large enough for a hash thread and for a multipart upload of their own.
  const content = randomBytes(Math.random() < 0.05 ? 3_000_000 : 2000 + Math.floor(Math.random() * 60_000));
  const name = `${crypto.randomUUID()}.bin`;
  const form = new FormData();
  form.set('metadata', JSON.stringify({ DocumentName: name }));
  form.set('file', new Blob([content]), name);
  const answer = await send(target, 'POST', `/api/folders/${folderId}/documents`, form);
  if (answer.status !== 201) return failureOf(answer);
  const { DocumentId } = answer.body as { DocumentId: number };
  noted.documents.set(DocumentId, { hash: sha256(content), names: new Set([name]) });
  return null;
}

async function rename(target: Target, noted: Noted, documentId: number): Promise<string | null> {
  const document = noted.documents.get(documentId);
  const path = `/api/documents/${documentId}`;
  return failureOf(
    await noteChange(document?.names ?? new Set(), `${crypto.randomUUID()}.bin`, (DocumentName) =>
      send(target, 'PATCH', path, { DocumentName }),
    ),
  );
}

async function share(target: Target, noted: Noted, documentId: number): Promise<string | null> {
  const answer = await send(target, 'POST', `/api/documents/${documentId}/share`, { AllowView: true });
  if (isDone(answer)) noted.shares.set((answer.body as { ShareId: number }).ShareId, documentId);
  return failureOf(answer);
}

async function assign(target: Target, noted: Noted, documentId: number): Promise<string | null> {
  const body = {
    Type: 'Approval',
    DocumentId: documentId,
    Assignee: 'ann@example.com',
    Instructions: 'Is this final?',
  };
  const DueDate = new Date(Date.now() + 7 * DAY_MS).toISOString();
  const answer = await send(target, 'POST', '/api/tasks', { ...body, DueDate });
  if (isDone(answer)) noted.tasks.add((answer.body as { TaskId: number }).TaskId);
  return failureOf(answer);
}

async function readBack(target: Target, noted: Noted[]): Promise<string[]> {
  const documents = noted.flatMap((one) => [...one.documents]);
  const wrong: string[] = [];
  const read = async (path: string, isRight: (answer: Answer) => boolean) => {
    const answer = await send(target, 'GET', path);
    if (answer.status !== 200 || !isRight(answer)) wrong.push(`${path}: ${answer.status} ${answer.text.slice(0, 200)}`);
  };
  const reads = [
    ...Array.from(
      documents,
      ([id, { names }]) =>
        () =>
          read(`/api/documents/${id}`, ({ body }) => names.has((body as { DocumentName: string }).DocumentName)),
    ),
    ...Array.from(
      documents,
      ([id, { hash }]) =>
        () =>
          read(`/api/documents/${id}/content`, ({ bytes }) => sha256(bytes) === hash),
    ),
    ...Array.from(
      noted.flatMap(({ shares }) => [...shares]),
      ([id, documentId]) =>
        () =>
          read(`/api/documents/${documentId}/shares/${id}`, () => true),
    ),
    ...noted.flatMap(({ tasks }) => Array.from(tasks, (id) => () => read(`/api/tasks/${id}`, () => true))),
  ].values();
  const lane = async () => {
    for (const one of reads) await one();
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return wrong;
}

export type Answer = { status: number; body: unknown; text: string; bytes: Buffer };

const agents = {
  'https:': new Agent({ keepAlive: true, rejectUnauthorized: false }),
  'http:': new PlainAgent({ keepAlive: true }),
};

/** Sends a request to the first address; status 0 if there was no answer in time. */
export async function send(
  { addresses: [address = ''], token }: Target,
  method: string,
  path: string,
  body?: object,
): Promise<Answer> {
  const url = new URL(path, address);
  const encoded = body === undefined ? undefined : body instanceof FormData ? new Response(body) : Response.json(body);
  const content = encoded === undefined ? Buffer.alloc(0) : Buffer.from(await encoded.arrayBuffer());
  const type = encoded?.headers.get('content-type');
  const headers = {
    authorization: `Bearer ${token}`,
    'content-length': content.length,
    ...(type === null || type === undefined ? {} : { 'content-type': type }),
  };
  const isSecure = url.protocol === 'https:';
  const agent = agents[isSecure ? 'https:' : 'http:'];
  return new Promise((resolve) => {
    const give = (status: number, bytes: Buffer) => resolve(answerOf(status, bytes));
    const options = { method, headers, agent, signal: AbortSignal.timeout(TIMEOUT_MS) };
    const sent = (isSecure ? request : plainRequest)(url, options, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', (error) => give(0, Buffer.from(error.message)));
      response.on('end', () => give(response.statusCode ?? 0, Buffer.concat(chunks)));
    });
    sent.on('error', (error) => give(0, Buffer.from(error.message)));
    sent.end(content);
  });
}

function answerOf(status: number, bytes: Buffer): Answer {
  const text = bytes.toString();
  return { status, bytes, text, body: status !== 0 && /^[[{]/.test(text) ? parsed(text) : null };
}

// The content of a document may begin like JSON.
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const isDone = ({ status }: Answer) => status >= 200 && status < 300;

function failureOf(answer: Answer): string | null {
  const { status, text } = answer;
  return isDone(answer) ? null : `${status} ${text.replace(/"instance.*|[\r\n]+/g, ' ').slice(0, 120)}`;
}

function sha256(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}
