/** Splits a byte stream at delimiters. */
import { malformedForm } from './malformed-form.ts';

export type DelimitedBytes = {
  /** The bytes before the delimiter, piece by piece; consumes the delimiter. Throws if it does not occur. */
  until(delimiter: Buffer): AsyncGenerator<Buffer, void>;
  /** Whether the next bytes are these; does not consume them. */
  startWith(bytes: Buffer): Promise<boolean>;
  /** All remaining bytes. */
  rest(): AsyncIterable<Uint8Array>;
};

/** Reads `before` and then `source`. */
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
        // Without a delimiter, the last bytes may be its beginning.
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

/** Joins the pieces; throws if they exceed `maxBytes`. */
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
