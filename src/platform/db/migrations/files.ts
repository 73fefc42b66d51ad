/** The migrations of this version as files: their names, and what each says about older releases and does to tables. */
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { PROGRAM_FOLDER } from '../../program.ts';

export const MIGRATIONS_DIR = join(PROGRAM_FOLDER, 'migrations');

/**
 * A migration expands if the release with the schema `from` still runs after it, otherwise it contracts (docs/upgrades.md).
 * `tables`: tables that it reads or rewrites as a whole, if they exist before it.
 */
export type DescribedMigration = { name: string; kind: 'expand' | 'contract'; tables: string[] };

/** Names of all migrations of this version, in order. */
export async function migrationNames(): Promise<string[]> {
  const files = await readdir(MIGRATIONS_DIR);
  return files
    .filter((file) => file.endsWith('.sql'))
    .map((file) => file.slice(0, -'.sql'.length))
    .sort();
}

export async function readMigration(name: string): Promise<string> {
  return readFile(join(MIGRATIONS_DIR, `${name}.sql`), 'utf8');
}

/** Describes migrations; `from` is the newest one of the release that the data comes from. */
export async function describeMigrations(names: string[], from: string): Promise<DescribedMigration[]> {
  return Promise.all(
    names.map(async (name) => {
      const text = await readMigration(name);
      // Older migrations do not say it: no older release runs with them.
      const runsWith = /^-- Runs with: (\d{4})$/m.exec(text)?.[1] ?? name.slice(0, 4);
      return { name, kind: runsWith <= from.slice(0, 4) ? 'expand' : 'contract', tables: tablesIn(text) } as const;
    }),
  );
}

/** Tables whose rows a migration reads, changes or indexes. */
export function tablesIn(migration: string): string[] {
  // Bodies of functions run later.
  const statements = migration
    .replaceAll(/--.*$/gm, '')
    .replaceAll(/\$(\w*)\$.*?\$\1\$/gs, '')
    .split(';');
  const found = statements.flatMap((statement) => [
    ...names(statement, /\bcreate\s+(?:unique\s+)?index\s+\w+\s+on\s+(\w+)/gi),
    ...names(statement, /^\s*(?:update|delete\s+from)\s+(\w+)/gi),
    ...(/^\s*(?:insert|update|delete|with|select)\b/i.test(statement)
      ? names(statement, /\b(?:from|join)\s+(\w+)/gi)
      : []),
    ...(/\b(?:alter\s+column\s+\w+\s+(?:set\s+data\s+)?type|set\s+not\s+null|add\s+(?:constraint|check|foreign))\b/i.test(
      statement,
    )
      ? names(statement, /^\s*alter\s+table\s+(\w+)/gi)
      : []),
  ]);
  return [...new Set(found)].sort();
}

const names = (text: string, pattern: RegExp): string[] =>
  Array.from(text.matchAll(pattern), ([, name = '']) => name.toLowerCase());
