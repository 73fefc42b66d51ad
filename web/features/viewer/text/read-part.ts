/** Reads the beginning of a content, as bytes and as text. */
import { readProblem } from '../../../api/client.ts';

export type Part = {
  bytes: Uint8Array<ArrayBuffer>;
  /** Whether the content goes on. */
  isCut: boolean;
};

/** Fetches at most this many bytes. */
export async function readPart(url: string, length: number, signal?: AbortSignal): Promise<Part> {
  const headers = { range: `bytes=0-${length - 1}` };
  // Bypasses the browser cache, which may return the range of an older version.
  const response = await fetch(url, { headers, cache: 'no-store', ...(signal === undefined ? {} : { signal }) });
  // An empty document has no byte range.
  if (response.status === 416) return { bytes: new Uint8Array(), isCut: false };
  if (!response.ok) throw await readProblem(response);
  const bytes = new Uint8Array(await response.arrayBuffer());
  const total = Number(response.headers.get('content-range')?.split('/')[1] ?? bytes.length);
  return { bytes, isCut: total > bytes.length };
}

export type TextPart = { text: string; isCut: boolean };

/** Fetches the beginning of a text. */
export async function readText(url: string, length: number, signal?: AbortSignal): Promise<TextPart> {
  const { bytes, isCut } = await readPart(url, length, signal);
  return { text: decodeText(bytes), isCut };
}

/** UTF-16 with a byte order mark, else UTF-8, or Windows-1252 if it is not valid UTF-8. */
export function decodeText(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    // A character that is cut at the end does not make the text invalid.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
