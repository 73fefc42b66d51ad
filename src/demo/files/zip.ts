/** A small uncompressed ZIP archive in memory, the container of office files. */
import { crc32 } from 'node:zlib';
import { directoryRecord, endOfDirectory, localHeader } from '../../content/zip/zip.ts';

/** @param parts text by its path in the archive, in this order */
export function zipOf(parts: Record<string, string>): Buffer {
  const bodies: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, text] of Object.entries(parts)) {
    const content = Buffer.from(text);
    const member = { path: Buffer.from(name), size: content.length, crc32: crc32(content), modifiedAt: Date.UTC(2020) };
    const body = Buffer.concat([localHeader(member), content]);
    bodies.push(body);
    directory.push(directoryRecord(member, offset));
    offset += body.length;
  }
  const list = Buffer.concat(directory);
  return Buffer.concat([...bodies, list, endOfDirectory(directory.length, list.length, offset)]);
}
