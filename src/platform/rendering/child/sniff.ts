/** Detects a file's format by its bytes, ignoring its name. */
import { open } from 'node:fs/promises';
import { fileTypeFromFile } from 'file-type';

const HEAD_BYTES = 4096;

/**
 * The format as its usual lower-case extension: `png`, `pdf`, `docx`, `cfb` (Office before 2007), `rtf`, `svg`; `text`
 * without a signature and without zero bytes; otherwise `binary`.
 */
export async function sniff(path: string): Promise<string> {
  const head = await readHead(path);
  // Checked by their own signatures first, so that they cannot be read as something else.
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
