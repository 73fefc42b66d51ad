/** A streaming reader of multipart forms (RFC 7578, RFC 2046 5.1) that buffers a few chunks, whatever the size. */
import { tooLarge } from '../../errors.ts';
import { delimited, whole } from './form-bytes.ts';
import { malformedForm } from './malformed-form.ts';
import { type PartHead, readPartHead } from './part-head.ts';

/** A part of a form. Read `content` to its end, or not at all, before requesting the next part. */
export type FormPart = PartHead & { content: AsyncIterable<Uint8Array> };

/** A request body whose iteration can stop without breaking the connection. */
type Body = { iterator(options: { destroyOnReturn: false }): AsyncIterator<Uint8Array> };

/** Enough for the longest name in every encoding. */
const HEAD_BYTES = 4096;
const LINE_END = Buffer.from('\r\n');
const HEAD_END = Buffer.from('\r\n\r\n');
const FORM_END = Buffer.from('--');

/**
 * The parts in order. Throws 400 for a form that is malformed or ends early, 413 beyond `maxBytes`. The connection
 * stays open for the answer in all cases.
 */
export async function* readForm(
  body: Body,
  { boundary, maxBytes }: { boundary: string; maxBytes: number },
): AsyncGenerator<FormPart, void> {
  const chunks = body.iterator({ destroyOnReturn: false });
  // The first delimiter may be at the very start.
  const bytes = delimited(limited(chunks, maxBytes), LINE_END);
  const delimiter = Buffer.from(`\r\n--${boundary}`, 'latin1');
  try {
    await skip(bytes.until(delimiter));
    while (await bytes.startWith(LINE_END)) {
      const head = await whole(bytes.until(HEAD_END), HEAD_BYTES);
      const content = bytes.until(delimiter);
      yield { ...readPartHead(head), content };
      await skip(content);
    }
    if (!(await bytes.startWith(FORM_END))) throw malformedForm();
    await skip(bytes.rest());
  } finally {
    await chunks.return?.();
  }
}

/** The boundary in the Content-Type of a form; undefined for another media type, 400 for a form without one. */
export function formBoundary(contentType = ''): string | undefined {
  if (!/^multipart\/form-data *(?:;|$)/i.test(contentType)) return undefined;
  const [, quoted, plain] = /; *boundary=(?:"([^"]+)"|([^\s;"]+))/i.exec(contentType) ?? [];
  const boundary = quoted ?? plain ?? '';
  if (boundary === '' || boundary.length > 70) throw malformedForm();
  return boundary;
}

async function* limited(chunks: AsyncIterator<Uint8Array>, maxBytes: number): AsyncGenerator<Uint8Array, void> {
  let size = 0;
  for (let next = await chunks.next(); next.done !== true; next = await chunks.next()) {
    size += next.value.byteLength;
    if (size > maxBytes) throw tooLarge(`The form is larger than ${maxBytes} bytes.`);
    yield next.value;
  }
}

async function skip(bytes: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const _ of bytes);
}
