/** Bytes that arrive in chunks of any size, cut at delimiters. */
import { malformedForm } from './form.errors.ts';

export type DelimitedBytes = {
  /** What comes before the delimiter, piece by piece; the delimiter itself is taken. Throws if it does not come. */
  until(delimiter: Buffer): AsyncGenerator<Buffer, void>;
  /** Whether the next bytes are these; they stay. */
  startWith(bytes: Buffer): Promise<boolean>;
  /** All that is left. */
  rest(): AsyncIterable<Uint8Array>;
};

/** Reads `source` from where `before` ends, as if that had come first. */
export function delimited(source: AsyncGenerator<Uint8Array, void>, before: Buffer): DelimitedBytes {
  let held = before;
  async function holdMore(): Promise<void> {
    const next = await source.next();
    if (next.done === true) throw malformedForm();
    held = held.length === 0 ? Buffer.from(next.value) : Buffer.concat([held, next.value]);
  }
  function take(length: number): Buffer {
    const taken = held.subarray(0, length);
    held = held.subarray(length);
    return taken;
  }
  return {
    async *until(delimiter) {
      for (;;) {
        const at = held.indexOf(delimiter);
        // Without the delimiter, its beginning may be the last that is here.
        const piece = take(at >= 0 ? at : Math.max(0, held.length - delimiter.length + 1));
        if (at >= 0) take(delimiter.length);
        if (piece.length > 0) yield piece;
        if (at >= 0) return;
        await holdMore();
      }
    },
    async startWith(bytes) {
      while (held.length < bytes.length) await holdMore();
      return held.subarray(0, bytes.length).equals(bytes);
    },
    rest: () => source,
  };
}

/** The pieces as one; throws if they are more than `maxBytes`. */
export async function whole(pieces: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Buffer> {
  const taken: Uint8Array[] = [];
  let size = 0;
  for await (const piece of pieces) {
    size += piece.byteLength;
    if (size > maxBytes) throw malformedForm();
    taken.push(piece);
  }
  return Buffer.concat(taken);
}
