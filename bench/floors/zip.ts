/**
 * A plain uncompressed ZIP archive of files, created while it is sent: the CRC-32 is computed on the way and follows
 * each file.
 */
import { open } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { crc32 } from 'node:zlib';

export type ZipEntry = { name: string; path: string; size: number };

const READ_BYTES = 1024 * 1024;
// Lengths of the records without their names.
const [LOCAL, DESCRIPTOR, CENTRAL, END] = [30, 16, 46, 22];

/** Sends an archive of under 4 GiB. */
export async function sendZip(response: ServerResponse, entries: ZipEntry[]): Promise<void> {
  const length = entries.reduce(
    (sum, { name, size }) => sum + LOCAL + DESCRIPTOR + CENTRAL + 2 * name.length + size,
    END,
  );
  response.writeHead(200, { 'Content-Type': 'application/zip', 'Content-Length': length });
  const central: Buffer[] = [];
  let offset = 0;
  for (const { name, path, size } of entries) {
    await write(response, header(0x04034b50, LOCAL, name, { at: 4, name: 26 }));
    const crc = await sendContent(response, path);
    await write(response, numbers(0x08074b50, crc, size, size));
    const record = header(0x02014b50, CENTRAL, name, { at: 6, name: 28 });
    for (const [at, value] of [
      [16, crc],
      [20, size],
      [24, size],
      [42, offset],
    ] as const)
      record.writeUInt32LE(value, at);
    central.push(record);
    offset += LOCAL + name.length + size + DESCRIPTOR;
  }
  const end = Buffer.alloc(END);
  const directory = Buffer.concat(central);
  numbers(0x06054b50).copy(end);
  for (const at of [8, 10]) end.writeUInt16LE(entries.length, at);
  numbers(directory.length, offset).copy(end, 12);
  response.end(Buffer.concat([directory, end]));
}

async function sendContent(response: ServerResponse, path: string): Promise<number> {
  const file = await open(path);
  let crc = 0;
  for await (const chunk of file.createReadStream({ highWaterMark: READ_BYTES })) {
    crc = crc32(chunk as Buffer, crc);
    await write(response, chunk as Buffer);
  }
  return crc;
}

// Version 2.0, and the flags for trailing checksums and UTF-8 names.
function header(signature: number, length: number, name: string, place: { at: number; name: number }): Buffer {
  const record = Buffer.alloc(length + name.length);
  record.writeUInt32LE(signature);
  record.writeUInt16LE(20, place.at);
  record.writeUInt16LE(0x808, place.at + 2);
  record.writeUInt16LE(name.length, place.name);
  record.write(name, length);
  return record;
}

function numbers(...values: number[]): Buffer {
  const bytes = Buffer.alloc(4 * values.length);
  for (const [i, value] of values.entries()) bytes.writeUInt32LE(value, 4 * i);
  return bytes;
}

function write(response: ServerResponse, bytes: Buffer): Promise<void> | undefined {
  if (response.write(bytes)) return undefined;
  return new Promise((resolve) => response.once('drain', resolve));
}
