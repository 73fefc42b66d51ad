/**
 * Paging of every list: `top` and `after` give a page and a `Link: <…>; rel="next"` (RFC 8288) while
 * there is more. Without them the whole list is returned (docs/api/conventions.md#lists).
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { type Problem, invalidParameter } from '../errors.ts';
import { addLink } from './links.ts';

export const MAX_TOP = 1000;

/** Query parameters of every list. */
export const pageQuery = {
  top: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: MAX_TOP,
      description: 'Return at most this many entries and, if there are more, a `Link` to the next page.',
    }),
  ),
  after: Type.Optional(Type.String({ description: 'Opaque cursor from the `next` link of the previous page.' })),
};

/** A requested page: `limit` null means all. `after` is the sort key of the last row of the previous page. */
export type Page<Key> = { limit: number | null; after: Key | null };

/** All rows. */
export const WHOLE_LIST = { limit: null, after: null };

/** The key of a cursor: the sort values of the last row. */
export type CursorKey = (string | number)[];

/** Reads `top` and `after`; 400 if the cursor does not have this many sort values. */
export function readPage<Key extends CursorKey>(
  query: { top?: number; after?: string },
  example: { [I in keyof Key]: 'string' | 'number' },
): Page<Key> {
  return { limit: query.top ?? null, after: query.after === undefined ? null : decode<Key>(query.after, example) };
}

type Answer = { request: FastifyRequest; reply: FastifyReply; baseUrl: string };

/**
 * Cuts a result that was fetched with one extra row, and sets the `next` link if that row exists.
 * @param key the sort values of a row
 */
export function cutPage<Row>(answer: Answer, page: Page<CursorKey>, rows: Row[], key: (row: Row) => CursorKey): Row[] {
  if (page.limit === null || rows.length <= page.limit) return rows;
  const kept = rows.slice(0, page.limit);
  const last = kept.at(-1);
  if (last !== undefined) linkToNext(answer, key(last));
  return kept;
}

/** The cursor of a short list: the number of rows up to the last one of the page, and its key. */
export type WholeKey = [number, string];

/**
 * The page of a short list that was fetched whole. It goes on after the row of the cursor, wherever that is now; if that row
 * was removed, where it was.
 */
export function cutWhole<Row>(answer: Answer, page: Page<WholeKey>, rows: Row[], key: (row: Row) => string): Row[] {
  const [count, last] = page.after ?? [0, ''];
  if (count < 0) throw badCursor();
  const found = page.after === null ? -1 : rows.findIndex((row) => key(row) === last);
  const start = found === -1 ? Math.max(count - 1, 0) : found + 1;
  const end = page.limit === null ? rows.length : start + page.limit;
  const kept = rows.slice(start, end);
  const final = kept.at(-1);
  if (end < rows.length && final !== undefined) linkToNext(answer, [end, key(final)]);
  return kept;
}

/** Sets the `next` link to what follows the row with this key. */
export function linkToNext({ request, reply, baseUrl }: Answer, key: CursorKey): void {
  const next = new URL(request.url, baseUrl);
  // In whatever case the client sent them.
  for (const name of new Set(next.searchParams.keys())) {
    if (/^(?:after|skip)$/i.test(name)) next.searchParams.delete(name);
  }
  next.searchParams.set('after', Buffer.from(JSON.stringify(key)).toString('base64url'));
  addLink(reply, `${baseUrl}${next.pathname}${next.search}`, 'next');
}

/** 400 for an `after` that no list of this kind has returned. */
export function badCursor(): Problem {
  return invalidParameter('after', 'after is not a cursor that this list has given out.');
}

/** Whether a cursor value is a time in our output format that PostgreSQL accepts. */
export function isCursorTime(value: string | number): boolean {
  const time = /^\d{4}-\d\d-\d\dT[\d:.]{12}Z$/.test(String(value)) ? Date.parse(String(value)) : NaN;
  return !Number.isNaN(time) && new Date(time).toISOString() === value;
}

function decode<Key extends CursorKey>(cursor: string, example: { [I in keyof Key]: 'string' | 'number' }): Key {
  try {
    const key: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    const fits = Array.isArray(key) && key.length === example.length && key.every((v, i) => isOf(example[i], v));
    if (fits) return key as Key;
  } catch {
    // Not JSON: same answer as for JSON of another shape.
  }
  throw badCursor();
}

// Numbers in cursors are ids and sizes. PostgreSQL cannot store text with a NUL.
function isOf(kind: 'string' | 'number' | undefined, value: unknown): boolean {
  return kind === 'number' ? Number.isSafeInteger(value) : typeof value === 'string' && !value.includes('\u0000');
}
