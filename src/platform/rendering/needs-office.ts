import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { RenderableKind } from './kinds.ts';
import type { RenderSource } from './workspace.ts';

/** Text of separated values does not begin like this: ZIP, and the container of formats before 2007. */
const STARTS = new Set(['504b', 'd0cf']);

/** The first bytes of a content. */
export async function readStart(source: RenderSource, bytes: number): Promise<Buffer> {
  const content = await source.read({ start: 0, end: Math.min(bytes, source.size) });
  return content instanceof Readable ? buffer(content) : content;
}

/** Whether LibreOffice renders the content, if it is what its name says. */
export async function needsOffice({ kind, source }: { kind: RenderableKind; source: RenderSource }): Promise<boolean> {
  if (kind !== 'spreadsheet') return kind === 'word' || kind === 'presentation';
  return STARTS.has((await readStart(source, 2)).toString('hex'));
}
