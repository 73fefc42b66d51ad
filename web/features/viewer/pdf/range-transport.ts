/**
 * Fetches parts of a PDF when pdf.js needs them, so that a document of any size opens at once. The requests are sent by the page;
 * the worker has no network. All parts are of one version: the first answer's ETag is sent as If-Range.
 */
import { PDFDataRangeTransport } from 'pdfjs-dist';
import { readProblem } from '../../../api/client.ts';

/** Most small documents come with the first request. */
const FIRST_BYTES = 256 * 1024;

/** A part is requested again after these times if there is no connection, as in a tunnel. */
const RETRIES_MS = [1000, 3000, 10_000, 20_000];

/** `isWhole`: the first bytes are the whole document. */
export type Ranges = { transport: RangeTransport; beginning: Uint8Array<ArrayBuffer>; isWhole: boolean };

type Beginning = { bytes: Uint8Array<ArrayBuffer>; total: number; etag: string | null };

/** Opens a document by its first bytes. */
export async function openRanges(url: string, signal: AbortSignal): Promise<Ranges> {
  const response = await fetchRange(url, 0, FIRST_BYTES, signal, null);
  if (!response.ok) throw await readProblem(response);
  const bytes = new Uint8Array(await response.arrayBuffer());
  const total = Number(response.headers.get('content-range')?.split('/')[1] ?? bytes.length);
  const transport = new RangeTransport(url, { bytes, total, etag: response.headers.get('etag') }, signal);
  return { transport, beginning: bytes, isWhole: bytes.length >= total };
}

export class RangeTransport extends PDFDataRangeTransport {
  readonly #url: string;
  readonly #etag: string | null;
  readonly #stopping = new AbortController();
  readonly #signal: AbortSignal;
  /** Rejects when a part cannot be fetched. pdf.js would wait for it forever. */
  readonly failure: Promise<never>;
  #fail: (reason: unknown) => void = () => {};

  constructor(url: string, { bytes, total, etag }: Beginning, signal: AbortSignal) {
    super(total, bytes);
    this.#url = url;
    this.#etag = etag;
    this.#signal = AbortSignal.any([signal, this.#stopping.signal]);
    this.failure = new Promise((_, reject) => {
      this.#fail = reject;
    });
    this.failure.catch(() => {});
  }

  override requestDataRange(begin: number, end: number): void {
    this.#fetchPatiently(begin, end).then(
      (part) => this.onDataRange(begin, part),
      (reason: unknown) => this.#signal.aborted || this.#fail(reason),
    );
  }

  override abort(): void {
    this.#stopping.abort();
  }

  async #fetchPatiently(begin: number, end: number, failures = 0): Promise<Uint8Array<ArrayBuffer>> {
    try {
      return await this.#fetchPart(begin, end);
    } catch (error) {
      const delay = RETRIES_MS[failures];
      // fetch() throws a TypeError without an answer. An answer that refuses is final.
      if (delay === undefined || !(error instanceof TypeError) || this.#signal.aborted) throw error;
      await new Promise((resolve) => setTimeout(resolve, delay));
      return this.#fetchPatiently(begin, end, failures + 1);
    }
  }

  async #fetchPart(begin: number, end: number): Promise<Uint8Array<ArrayBuffer>> {
    const response = await fetchRange(this.#url, begin, end, this.#signal, this.#etag);
    if (response.status === 200) {
      await response.body?.cancel();
      throw new Error('The document has changed.');
    }
    if (!response.ok) throw await readProblem(response);
    return new Uint8Array(await response.arrayBuffer());
  }
}

// The browser cache may return the range of an older version.
function fetchRange(url: string, begin: number, end: number, signal: AbortSignal, etag: string | null) {
  const headers = new Headers({ range: `bytes=${begin}-${end - 1}` });
  if (etag !== null) headers.set('if-range', etag);
  return fetch(url, { headers, signal, cache: 'no-store' });
}
