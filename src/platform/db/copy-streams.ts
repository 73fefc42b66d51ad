/** COPY on a connection that nobody else uses meanwhile. */
import type { Readable, Writable } from 'node:stream';
import type pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import type { Link } from './link.ts';
import type { Statement } from './query.ts';

/** The parts of a COPY that pg's client calls at its end. */
type CopyQuery = pg.Submittable & {
  handleError(error: Error): void;
  handleReadyForQuery(): void;
};

type Opened<T> = {
  stream: T;
  /** Settles when the server has ended the COPY. */
  ended: Promise<void>;
};

/** Starts `copy … to stdout`. Reading from the stream reads from the connection. */
export function openCopyOut(link: Link, statement: Statement): Opened<Readable> {
  const stream = copyTo(textOf(statement));
  stream.on('close', () => {
    if (!stream.readableEnded) link.destroy(new Error('The output of a COPY was not read to its end.'));
  });
  return { stream, ended: submit(link, stream) };
}

/** Starts `copy … from stdin`. The stream finishes when the server has taken all rows. */
export function openCopyIn(link: Link, statement: Statement): Opened<Writable> {
  const stream = copyFrom(textOf(statement));
  return { stream, ended: submit(link, stream) };
}

function textOf({ text, values }: Statement): string {
  if (values.length > 0) throw new Error('COPY takes no parameters.');
  return text;
}

function submit(link: Link, stream: (Readable | Writable) & pg.Submittable): Promise<void> {
  // A failure may come when nobody reads the stream anymore.
  stream.on('error', () => {});
  const query = stream as unknown as CopyQuery;
  const ended = Promise.withResolvers<void>();
  const handleError = query.handleError.bind(query);
  const handleReadyForQuery = query.handleReadyForQuery.bind(query);
  query.handleError = (error) => {
    handleError(error);
    ended.reject(error);
  };
  query.handleReadyForQuery = () => {
    handleReadyForQuery();
    ended.resolve();
  };
  return link.copy(query, ended.promise);
}
