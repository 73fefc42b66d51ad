/** What a file is by its bytes, whatever its name says. */
import { open } from 'node:fs/promises';
import { fileTypeFromFile } from 'file-type';

const HEAD_BYTES = 4096;

/**
 * A name as its usual extension, lower case: `png`, `pdf`, `docx`, `cfb` (the older Office formats), `rtf`, `svg`, or
 * `text` for what has no sign of its own and no zero byte, `binary` for the rest.
 */
export async function sniff(path: string): Promise<string> {
  const head = await readHead(path);
  // These are told by their own first bytes, so that no other reading of them is taken.
  if (head.subarray(0, 5).toString('latin1') === '{\\rtf') return 'rtf';
  const known = await fileTypeFromFile(path);
  if (known !== undefined && known.ext !== 'xml') return known.ext;
  const text = head.toString('utf8');
  if (/<svg[\s>]/.test(text) || /<!DOCTYPE\s+svg/i.test(text)) return 'svg';
  if (/^(?:\uFEFF|\uFFFE)/.test(head.toString('utf16le'))) return 'text';
  return head.includes(0) ? 'binary' : 'text';
}

async function readHead(path: string): Promise<Buffer> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
