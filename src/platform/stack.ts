import { existsSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { dirname, resolve } from 'node:path';

const POSITION = /(?:file:\/\/)?(\/[^\s()]+\.js):(\d+):(\d+)/g;
const maps = new Map<string, SourceMap | null>();

/**
 * A stack with positions in the sources instead of the bundle. Maps are read when an error is logged: with
 * `--enable-source-maps` every process would hold them from its start (decision 0074).
 */
export function withSourcePositions(stack: string): string {
  return stack.replaceAll(POSITION, (position, file: string, line: string, column: string) => {
    const entry = mapOf(file)?.findEntry(Number(line) - 1, Number(column) - 1);
    if (entry === undefined || !('originalSource' in entry)) return position;
    return `${resolve(dirname(file), entry.originalSource)}:${entry.originalLine + 1}:${entry.originalColumn + 1}`;
  });
}

// Files of the bundle are beside this module; packages keep their positions.
function mapOf(file: string): SourceMap | null {
  const known = maps.get(file);
  if (known !== undefined) return known;
  const path = `${file}.map`;
  const isBundled = dirname(file) === import.meta.dirname && existsSync(path);
  const map = isBundled ? new SourceMap(JSON.parse(readFileSync(path, 'utf8'))) : null;
  maps.set(file, map);
  return map;
}
