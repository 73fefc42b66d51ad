/** Multipart forms written byte by byte, so that tests control what is sent. */
import type { TestApp } from '../../../test/harness.ts';
import type { Answer } from '../../../test/client.ts';

export type FormPart = { name: string; fileName?: string; type?: string; content: string | Uint8Array };

/** A typical upload form: a file, preceded by metadata if a name is given. */
export function fileForm(fileName: string, content: string | Uint8Array, metadata?: unknown): FormPart[] {
  const file = { name: 'file', fileName, type: 'application/octet-stream', content };
  return metadata === undefined ? [file] : [{ name: 'metadata', content: JSON.stringify(metadata) }, file];
}

/** Sends the parts in order to a path of the API. */
export async function postForm(
  { url }: Pick<TestApp, 'url'>,
  { token }: { token: string },
  path: string,
  parts: FormPart[],
): Promise<Pick<Answer, 'status' | 'headers' | 'body'>> {
  const boundary = 'carrel-test-boundary';
  const headers = { authorization: `Bearer ${token}`, 'content-type': `multipart/form-data; boundary=${boundary}` };
  const answer = await fetch(new URL(path, url), { method: 'POST', headers, body: formBody(parts, boundary) });
  return { status: answer.status, headers: answer.headers, body: await answer.json() };
}

/** The bytes of a form. */
export function formBody(parts: FormPart[], boundary: string): Uint8Array<ArrayBuffer> {
  const chunks = parts.flatMap(({ name, fileName, type, content }) => [
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"`,
    fileName === undefined ? '' : `; filename="${fileName.replaceAll(/["\\]/g, String.raw`\$&`)}"`,
    type === undefined ? '' : `\r\nContent-Type: ${type}`,
    '\r\n\r\n',
    content,
    '\r\n',
  ]);
  const bytes = [...chunks, `--${boundary}--\r\n`].map((chunk) =>
    typeof chunk === 'string' ? Buffer.from(chunk) : chunk,
  );
  return new Uint8Array(Buffer.concat(bytes));
}
