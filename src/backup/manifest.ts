/** `backup.json`, the description of a snapshot. Written last, so a snapshot that has one is complete. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';

const FILE = 'backup.json';

const DumpFileSchema = Type.Object({
  /** Relative to the snapshot. */
  File: Type.String({ pattern: String.raw`^[a-z0-9_/]+\.gz$` }),
  Rows: Type.Integer(),
  /** Size in bytes and SHA-256 (hex) of the compressed file. */
  Size: Type.Integer(),
  Sha256: Type.String(),
});

const TableDumpSchema = Type.Object({
  Table: Type.String(),
  Columns: Type.Array(Type.String()),
  Dump: DumpFileSchema,
});

const DatabaseDumpSchema = Type.Object({
  Tables: Type.Array(TableDumpSchema),
  /** Waiting and running jobs. */
  Jobs: DumpFileSchema,
  /** Contents that the rows name: key, size, SHA-256, ordered by key. */
  Contents: DumpFileSchema,
  /** The last id issued in each table: ids of deleted rows are never reused. */
  Identities: Type.Array(Type.Object({ Table: Type.String(), Column: Type.String(), Last: Type.Integer() })),
  Partitions: Type.Array(Type.Object({ Table: Type.String(), Of: Type.String(), Bound: Type.String() })),
});

const ManifestSchema = Type.Object({
  Format: Type.Literal(1),
  CreatedAt: Type.String(),
  InstanceId: Type.String(),
  /** A hash that identifies the secret key at startup, in PostgreSQL's output format; null before the first start. */
  SecretKeyCheck: Type.Union([Type.String(), Type.Null()]),
  /** Names of the migrations of the schema, in order. */
  Migrations: Type.Array(Type.String(), { minItems: 1 }),
  Database: DatabaseDumpSchema,
  /** Total size of all contents. */
  ContentBytes: Type.Integer(),
});

export type DumpFile = Static<typeof DumpFileSchema>;
export type TableDump = Static<typeof TableDumpSchema>;
export type DatabaseDump = Static<typeof DatabaseDumpSchema>;
export type Manifest = Static<typeof ManifestSchema>;

/** Writes the manifest and syncs it. */
export async function writeManifest(snapshot: string, manifest: Manifest): Promise<void> {
  const text = `${JSON.stringify(manifest, null, 2)}\n`;
  await writeFile(join(snapshot, FILE), text, { flag: 'wx', mode: 0o600, flush: true });
}

/** Reads it, or throws a one-line error. */
export async function readManifest(snapshot: string): Promise<Manifest> {
  const path = join(snapshot, FILE);
  const text = await readFile(path, 'utf8').catch((error: Error) => {
    throw new Error(`${path} cannot be read: ${error.message}`, { cause: error });
  });
  const manifest = parse(text);
  if (!Value.Check(ManifestSchema, manifest)) {
    throw new Error(`${path} does not describe a backup that this version of Carrel can read.`);
  }
  return manifest;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
