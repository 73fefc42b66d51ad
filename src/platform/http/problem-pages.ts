/** The explanation of each problem type at the address that `type` names: its section of docs/errors.md, as text. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ENTRY_TYPES, PROBLEM_TYPES } from '../errors.ts';
import { PROGRAM_FOLDER } from '../program.ts';
import type { App } from './app-type.ts';

const PAGE = join(PROGRAM_FOLDER, 'docs/errors.md');

export function problemPages(app: App): void {
  let sections: Promise<Map<string, string>> | undefined;
  for (const type of [...Object.keys(PROBLEM_TYPES), ...ENTRY_TYPES]) {
    app.get(type, { config: { public: true }, schema: { hide: true } }, async (_request, reply) => {
      sections ??= readSections();
      return reply.type('text/plain; charset=utf-8').send((await sections).get(type));
    });
  }
}

async function readSections(): Promise<Map<string, string>> {
  const page = await readFile(PAGE, 'utf8');
  const sections = page.split(/^#{2,3} /m).map((section) => section.trim());
  return new Map(sections.map((section) => [section.split('\n', 1)[0] ?? '', `${section}\n`]));
}
