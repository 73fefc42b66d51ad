/** Answers for renditions that do not exist, or not yet. */
import type { FastifyReply } from 'fastify';
import type { Deps } from '../../platform/deps.ts';
import { Problem } from '../../platform/errors.ts';
import type { MissingPart } from '../../platform/rendering/renderer.ts';
import { MAX_WHOLE_BYTES } from '../../platform/rendering/workspace.ts';
import type { PagedContent } from '../../content/renditions/pages.ts';
import { type RenditionRow, findRendition } from '../../content/renditions/renditions.queries.ts';
import { isOffice, pdfOf } from '../../content/renditions/renditions.steps.ts';
import { askAgainSoon } from '../../core/async-jobs/async-jobs.http.ts';

/** 202 while the rendition is made. */
export function sendLater(reply: FastifyReply): FastifyReply {
  return askAgainSoon(reply).code(202).header('cache-control', 'no-store').send();
}

/** 422 for a kind of document that has no such rendition. */
export function noRendition(title: string): Problem {
  return new Problem('/unprocessable_content', title);
}

/** 422 for a content that could not be rendered, with the reason. */
export async function cannotRender(
  { sql }: Deps,
  content: PagedContent,
  { size, isAnnotated = false }: { size: number; isAnnotated?: boolean },
): Promise<Problem> {
  if (size > MAX_WHOLE_BYTES && content.kind !== 'text')
    return noRendition('The document is too large to be rendered.');
  const row = isOffice(content.kind) ? await findRendition(sql, pdfOf({ ...content, isAnnotated })) : undefined;
  return cannotConvert(row);
}

/** 422 with the reason that the attempt has left. */
export function cannotConvert(row: RenditionRow | undefined): Problem {
  const part = row?.missingPart ?? null;
  if (part !== null) return noRendition(missing(part));
  // A program exceeded its limits, or crashed: it is attempted again later, a few times.
  if (row !== undefined && (row.retryAt !== null || row.attempts > 1))
    return noRendition('The document is too large or too complex to be rendered.');
  return noRendition('The content of the document cannot be rendered.');
}

function missing(part: MissingPart): string {
  if (part === 'isolation') return 'This server renders no documents, because it cannot isolate the programs that do.';
  return part === 'ffmpeg'
    ? 'FFmpeg, which converts video and audio, is not installed on this server.'
    : 'LibreOffice, which renders documents of this kind, is not installed on this server.';
}
