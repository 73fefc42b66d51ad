/** Requests of all kinds at a fixed arrival rate: the highest rate with short waits. */
import { type Arrivals, applyArrivals } from '../arrivals.ts';
import { type Answered, type Request, encodeRequest } from '../client.ts';
import { sharedDocuments } from '../documents.ts';
import { type Target, contentOf, fetchBytes, getRequest, uploadRequest } from '../target.ts';
import { sharePath } from './visit.ts';
import { cycle, type Prepared, type Workload } from './workload.ts';

/** The 99th percentile that the highest rate stays under. */
const P99_MS = 100;
const START = 100;
const SECONDS = 3;
/** The search ends when the next rate differs by less. */
const PRECISION = 1.06;
const ATTEMPTS = 3;

export const mixed: Workload = {
  id: 'W14',
  title: `highest rate of a mix with p99 under ${P99_MS} ms`,
  unit: 'req/s',
  goal: null,
  isAlone: true,
  isSpread: true,
  connections: [0],
  seconds: SECONDS,
  prepare,
};

// Of twenty requests: nine for metadata, four lists, three downloads, two uploads, one opened link and one download by it.
async function prepare(target: Target): Promise<Prepared> {
  const { folderId, documentIds } = await sharedDocuments(target);
  const uploadsId = await target.createFolder('mixed uploads');
  const link = await sharePath(target, folderId);
  const next = cycle(documentIds);
  const get = (path: string): Request => ({
    bytes: encodeRequest('GET', new URL(path, target.origin), target.headers),
    status: 200,
    length: null,
  });
  let uploads = 0;
  const upload = () => {
    const name = `Mixed ${(uploads += 1)}.bin`;
    return uploadRequest(target, uploadsId, name, contentOf(name));
  };
  const list = get(`/api/folders/${folderId}/documents?top=50`);
  const opening = getRequest(target, link, (await fetchBytes(target, link)).length);
  const metadata = () => get(`/api/documents/${next()}`);
  const download = () => get(`/api/documents/${next()}/content`);
  const byLink = () => get(`${link}/documents/${next()}/content?download=true`);
  const five = [metadata, () => list, metadata, download, upload];
  const turn = cycle([...five, ...five.slice(0, 4), metadata, ...five, ...five.slice(0, 3), byLink, () => opening]);
  return { next: () => turn()(), load: () => findHighestRate(target.origin, () => turn()()) };
}

// Rates rise by a quarter until one is too high; then the range is halved. Requests and time are those of all attempts.
async function findHighestRate(origin: URL, next: () => Request): Promise<Answered> {
  const all = { requests: 0, seconds: 0 };
  let best: Answered = { ...all, bytes: 0, p50: NaN, p99: NaN, rate: 0 };
  let [low, high] = [0, Infinity];
  for (let rate = START; high / low >= PRECISION; rate = high === Infinity ? low * 1.25 : Math.sqrt(low * high)) {
    const answered = await tryRate({ origin, perSecond: rate, seconds: SECONDS, next }, all);
    if (answered.p99 < P99_MS) [low, best] = [rate, { ...answered, rate }];
    else high = rate;
    if (low === 0) break;
  }
  return { ...best, ...all };
}

// Other work on the machine disturbs single attempts.
async function tryRate(arrivals: Arrivals, all: { requests: number; seconds: number }): Promise<Answered> {
  for (let attempt = 1; ; attempt += 1) {
    const answered = await applyArrivals(arrivals);
    all.requests += answered.requests;
    all.seconds += answered.seconds;
    if (answered.p99 < P99_MS || attempt === ATTEMPTS) return answered;
  }
}
