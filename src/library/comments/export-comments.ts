/** All comments of a document as CSV, read page by page while they are sent (docs/api/comments.md#export). */
import { Readable } from 'node:stream';
import type { Db } from '../../platform/db/connection.ts';
import { CSV_HEADER, formatCsv } from './comments.presenter.ts';
import { type CommentPosition, type DocumentKey, listComments } from './comments.queries.ts';

const ROWS = 200;

export function exportComments(sql: Db, document: DocumentKey): Readable {
  return Readable.from(linesOf(sql, document), { objectMode: false });
}

async function* linesOf(sql: Db, document: DocumentKey): AsyncGenerator<string> {
  yield CSV_HEADER;
  let after: CommentPosition | null = null;
  do {
    const rows: Awaited<ReturnType<typeof listComments>> = await listComments(
      sql,
      document,
      { isResolved: null, forVisitors: false },
      { limit: ROWS, after },
    );
    const kept = rows.slice(0, ROWS);
    yield kept.map(formatCsv).join('');
    const last = kept.at(-1);
    after = rows.length > ROWS && last !== undefined ? [last.threadId, last.commentId] : null;
  } while (after !== null);
}
