/**
 * The records of a ZIP archive (PKWARE's APPNOTE 6.3 with ZIP64; Info-ZIP's extra field for times). Members are stored
 * uncompressed, so every record follows from name, size, CRC-32 and time, without the content. Pure.
 */

export type Member = {
  /** Path in the archive, UTF-8, with `/` as separator and at the end of a folder. */
  path: Uint8Array;
  /** Bytes; 0 for a folder. */
  size: number;
  crc32: number;
  /** Milliseconds since 1970. */
  modifiedAt: number;
};

/** The marker in a 32-bit field whose value is in the ZIP64 field. */
const IN_ZIP64 = 0xff_ff_ff_ff;
/** The same for the 16-bit number of members. */
const COUNT_IN_ZIP64 = 0xff_ff;

const LOCAL_HEADER_BYTES = 30;
const DIRECTORY_RECORD_BYTES = 46;
const END_BYTES = 22;
const ZIP64_END_BYTES = 56;
const ZIP64_LOCATOR_BYTES = 20;
const UNIX_TIME_BYTES = 9;

/** The required version: folders (2.0) or ZIP64 (4.5). */
const VERSION = 20;
const ZIP64_VERSION = 45;
/** ZIP64 on Unix: the upper half of the attributes are file modes. */
const MADE_BY = 3 * 256 + ZIP64_VERSION;
const NAME_IS_UTF8 = 0x08_00;
const FILE_MODE = 0o100_644 * 0x1_00_00;
/** Unix mode, and the DOS folder bit. */
const FOLDER_MODE = 0o40_755 * 0x1_00_00 + 0x10;

/** The length of a member's local header. */
export function localHeaderBytes(member: Member): number {
  return LOCAL_HEADER_BYTES + member.path.length + extraBytes(member, largeSizes(member));
}

/** The header before a member's content. */
export function localHeader(member: Member): Buffer {
  const large = largeSizes(member);
  const nameEnd = LOCAL_HEADER_BYTES + member.path.length;
  const header = Buffer.allocUnsafe(nameEnd + extraBytes(member, large));
  header.writeUInt32LE(0x04_03_4b_50, 0);
  writeCommon(header, 4, member, large);
  header.set(member.path, LOCAL_HEADER_BYTES);
  writeExtra(header, nameEnd, member, large);
  return header;
}

/** The directory record of a member whose local header is at `offset`. */
export function directoryRecord(member: Member, offset: number): Buffer {
  const large = offset >= IN_ZIP64 ? [...largeSizes(member), offset] : largeSizes(member);
  const nameEnd = DIRECTORY_RECORD_BYTES + member.path.length;
  const record = Buffer.allocUnsafe(nameEnd + extraBytes(member, large));
  record.writeUInt32LE(0x02_01_4b_50, 0);
  record.writeUInt16LE(MADE_BY, 4);
  writeCommon(record, 6, member, large);
  // No comment, first disk, no internal attributes.
  record.writeUIntLE(0, 32, 6);
  record.writeUInt32LE(isFolder(member) ? FOLDER_MODE : FILE_MODE, 38);
  record.writeUInt32LE(Math.min(offset, IN_ZIP64), 42);
  record.set(member.path, DIRECTORY_RECORD_BYTES);
  writeExtra(record, nameEnd, member, large);
  return record;
}

/** The end of the archive, after `count` records with a total of `size` bytes that start at `offset`. */
export function endOfDirectory(count: number, size: number, offset: number): Buffer {
  const end = Buffer.alloc(END_BYTES);
  end.writeUInt32LE(0x06_05_4b_50, 0);
  end.writeUInt16LE(Math.min(count, COUNT_IN_ZIP64), 8);
  end.writeUInt16LE(Math.min(count, COUNT_IN_ZIP64), 10);
  end.writeUInt32LE(Math.min(size, IN_ZIP64), 12);
  end.writeUInt32LE(Math.min(offset, IN_ZIP64), 16);
  const isSmall = count < COUNT_IN_ZIP64 && size < IN_ZIP64 && offset < IN_ZIP64;
  return isSmall ? end : Buffer.concat([zip64End(count, size, offset), end]);
}

function zip64End(count: number, size: number, offset: number): Buffer {
  const end = Buffer.alloc(ZIP64_END_BYTES + ZIP64_LOCATOR_BYTES);
  end.writeUInt32LE(0x06_06_4b_50, 0);
  // The size of the record without this field and the one before.
  writeUInt64(end, ZIP64_END_BYTES - 12, 4);
  end.writeUInt16LE(MADE_BY, 12);
  end.writeUInt16LE(ZIP64_VERSION, 14);
  writeUInt64(end, count, 24);
  writeUInt64(end, count, 32);
  writeUInt64(end, size, 40);
  writeUInt64(end, offset, 48);
  end.writeUInt32LE(0x07_06_4b_50, ZIP64_END_BYTES);
  writeUInt64(end, offset + size, ZIP64_END_BYTES + 8);
  // All on one disk.
  end.writeUInt32LE(1, ZIP64_END_BYTES + 16);
  return end;
}

// The 26 bytes common to local header and directory record, from the version to the length of the extra fields.
function writeCommon(to: Buffer, at: number, member: Member, large: number[]): void {
  const { time, date } = dosTime(member.modifiedAt);
  const size = Math.min(member.size, IN_ZIP64);
  to.writeUInt16LE(large.length > 0 ? ZIP64_VERSION : VERSION, at);
  to.writeUInt16LE(NAME_IS_UTF8, at + 2);
  // Stored uncompressed.
  to.writeUInt16LE(0, at + 4);
  to.writeUInt16LE(time, at + 6);
  to.writeUInt16LE(date, at + 8);
  to.writeUInt32LE(member.crc32, at + 10);
  to.writeUInt32LE(size, at + 14);
  to.writeUInt32LE(size, at + 18);
  to.writeUInt16LE(member.path.length, at + 22);
  to.writeUInt16LE(extraBytes(member, large), at + 24);
}

// Compressed and uncompressed.
function largeSizes({ size }: Member): number[] {
  return size >= IN_ZIP64 ? [size, size] : [];
}

function extraBytes(member: Member, large: number[]): number {
  return (large.length > 0 ? 4 + 8 * large.length : 0) + (unixTime(member) === null ? 0 : UNIX_TIME_BYTES);
}

function writeExtra(to: Buffer, at: number, member: Member, large: number[]): void {
  let end = at;
  if (large.length > 0) {
    to.writeUInt16LE(0x00_01, end);
    to.writeUInt16LE(8 * large.length, end + 2);
    large.forEach((number, index) => writeUInt64(to, number, at + 4 + 8 * index));
    end += 4 + 8 * large.length;
  }
  const seconds = unixTime(member);
  if (seconds === null) return;
  to.writeUInt16LE(0x54_55, end);
  to.writeUInt16LE(UNIX_TIME_BYTES - 4, end + 2);
  // Of the three times of a file, only the last modification.
  to.writeUInt8(1, end + 4);
  to.writeInt32LE(seconds, end + 5);
}

// Seconds since 1970, used by all but the oldest programs; the field ends in 2038.
function unixTime({ modifiedAt }: Member): number | null {
  const seconds = Math.floor(modifiedAt / 1000);
  return seconds >= 0 && seconds <= 0x7f_ff_ff_ff ? seconds : null;
}

const DOS_BEGIN = Date.UTC(1980);
const DOS_END = Date.UTC(2107, 11, 31, 23, 59, 58);

// In UTC, although DOS has no time zones, so that the archive is the same wherever it is made.
function dosTime(modifiedAt: number): { time: number; date: number } {
  const at = new Date(Math.min(Math.max(modifiedAt, DOS_BEGIN), DOS_END));
  return {
    time: at.getUTCHours() * 2048 + at.getUTCMinutes() * 32 + Math.floor(at.getUTCSeconds() / 2),
    date: (at.getUTCFullYear() - 1980) * 512 + (at.getUTCMonth() + 1) * 32 + at.getUTCDate(),
  };
}

function isFolder({ path }: Member): boolean {
  return path.at(-1) === '/'.charCodeAt(0);
}

function writeUInt64(to: Buffer, number: number, at: number): void {
  to.writeBigUInt64LE(BigInt(number), at);
}
