/** Reads the archives that the rules download: stored entries, by the central directory. */
import { crc32 } from 'node:zlib';

export type ZipEntry = { name: string; bytes: Buffer; isIntact: boolean };

const END = 0x06054b50;
const DIRECTORY = 0x02014b50;
const LOCAL = 0x04034b50;

/** Null if it is no archive. ZIP64 does not occur in archives of this size. */
export function readZip(bytes: Buffer): ZipEntry[] | null {
  const end = bytes.length - 22;
  if (end < 0 || bytes.readUInt32LE(end) !== END) return null;
  const entries: ZipEntry[] = [];
  let at = bytes.readUInt32LE(end + 16);
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left--) {
    if (bytes.readUInt32LE(at) !== DIRECTORY) return null;
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((offset) => bytes.readUInt16LE(at + offset));
    const name = bytes.toString('utf8', at + 46, at + 46 + (nameLength ?? 0));
    const content = contentOf(bytes, at);
    if (content === null) return null;
    entries.push({ name, bytes: content, isIntact: crc32(content) === bytes.readUInt32LE(at + 16) });
    at += 46 + (nameLength ?? 0) + (extraLength ?? 0) + (commentLength ?? 0);
  }
  return entries;
}

function contentOf(bytes: Buffer, directory: number): Buffer | null {
  const [method, size, local] = [
    bytes.readUInt16LE(directory + 10),
    bytes.readUInt32LE(directory + 20),
    bytes.readUInt32LE(directory + 42),
  ];
  if (method !== 0 || bytes.readUInt32LE(local) !== LOCAL) return null;
  const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
  return bytes.subarray(start, start + size);
}
