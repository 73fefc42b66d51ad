/** One connection to PostgreSQL with its prepared statements. */
import type { Socket } from 'node:net';
import type pg from 'pg';
import { serialize } from 'pg-protocol';
import { Batch, type Work } from './batch.ts';
import { DatabaseUnavailable } from './errors.ts';
import type { Statement } from './query.ts';
import type { rowReader } from './values.ts';

/** A statement that the server knows by name, or is to know after the batch that prepares it. */
export type Prepared = {
  name: string;
  isParsed: boolean;
  /** Null until the server has described the rows, and for statements without rows. */
  reader: ReturnType<typeof rowReader> | null;
};

/** Statements that a connection keeps; the least recently used one is closed when another comes. */
const MAX_PREPARED = 500;
const CLOSE_TIMEOUT_MS = 1_000;

export type LinkOptions = {
  client: pg.Client;
  /** Whether statements are prepared by name. */
  prepare: boolean;
  /** Called with each statement that is sent. */
  observe(statement: Statement): void;
  /** Called when no answer is outstanding, and when the connection ends. */
  onIdle(link: Link): void;
};

/** An open connection. Answers come in the order in which batches were sent. */
export class Link {
  readonly client: pg.Client;
  /** Batches without an answer. */
  inFlight = 0;
  /** When the server last sent something, as far as `noteProgress` has seen. */
  heardAt = performance.now();
  /** The same, or when the first batch without an answer was sent. */
  activeAt = this.heardAt;
  /** When the server was last asked about the session. */
  askedAt = 0;
  idleSince = 0;
  /** Whether a transaction has the connection for itself. */
  isOwned = false;
  /** Whether the server may be silent for longer than usual: a transaction has lifted its limits. */
  isPatient = false;
  /** Why the connection takes no more statements, or null. */
  failure: DatabaseUnavailable | null = null;
  readonly #options: LinkOptions;
  readonly #prepared = new Map<string, Prepared>();
  #outgoing: Buffer[] = [];
  #statements = 0;
  #read = 0;
  #flushed = 0;
  #backlog = 0;
  #isRetired = false;

  constructor(options: LinkOptions) {
    this.client = options.client;
    this.#options = options;
    const broke = (error: Error) => {
      this.failure ??= new DatabaseUnavailable(error);
      options.onIdle(this);
    };
    this.client.on('error', broke);
    this.client.on('end', () => broke(new Error('The connection to PostgreSQL was closed.')));
  }

  /** Whether the connection can take statements of another caller. */
  get isUsable(): boolean {
    return this.failure === null && !this.#isRetired;
  }

  /**
   * Sends statements up to a synchronization point. Those that are sent in the same turn of the event loop leave together.
   * `isTransaction`: they belong to a transaction, whose end decides about them.
   */
  send(works: Work[], isTransaction = false): void {
    if (this.failure !== null) {
      for (const work of works) work.reject(this.failure);
      return;
    }
    for (const { statement } of works) this.#options.observe(statement);
    if (this.inFlight === 0) this.activeAt = performance.now();
    this.inFlight += 1;
    this.client.query(new Batch(this, works, isTransaction) as unknown as pg.Query);
  }

  /** Sends a COPY, which pg does not pipeline, while nothing else is in flight. Settles as `ended`. */
  async copy(query: pg.Submittable, ended: Promise<void>): Promise<void> {
    const client = this.client as { pipeline: boolean };
    client.pipeline = false;
    this.client.query(query);
    try {
      await ended;
    } finally {
      client.pipeline = true;
    }
  }

  /** A batch has been answered. */
  settled(): void {
    this.inFlight -= 1;
    if (this.inFlight === 0) this.#options.onIdle(this);
  }

  /** Lets nobody else use the connection. */
  retire(): void {
    this.#isRetired = true;
  }

  /** Ends the connection at once; statements without an answer are rejected. */
  destroy(reason: Error): void {
    this.failure ??= new DatabaseUnavailable(reason);
    this.#stream.destroy(reason);
  }

  /** Ends the connection after the answers that are under way, and at once if the server does not close it. */
  async close(): Promise<void> {
    this.retire();
    const over = setTimeout(() => this.#stream.destroy(), CLOSE_TIMEOUT_MS);
    await this.client.end().catch(() => {});
    clearTimeout(over);
  }

  /** The process of the server behind the connection; a pooler invents it. */
  get pid(): number {
    return (this.client as unknown as { processID: number }).processID;
  }

  /** Whether a transaction is open, as the server said after the last batch. */
  get isInTransaction(): boolean {
    return this.client.getTransactionStatus() !== 'I';
  }

  write(message: Buffer): void {
    if (this.#outgoing.length === 0) process.nextTick(() => this.#flush());
    this.#outgoing.push(message);
  }

  #flush(): void {
    const messages = this.#outgoing;
    this.#outgoing = [];
    const stream = this.#stream;
    if (stream.writable) stream.write(messages.length === 1 ? (messages[0] as Buffer) : Buffer.concat(messages));
  }

  /** The prepared statement of this text and these types. `isNew`: it has to be parsed first. */
  prepare({ text, types }: Statement): { prepared: Prepared; isNew: boolean } {
    if (!this.#options.prepare) return { prepared: { name: '', isParsed: false, reader: null }, isNew: true };
    const key = types.some((type) => type !== 0) ? `${types.join()} ${text}` : text;
    const known = this.#prepared.get(key);
    if (known !== undefined) {
      this.#prepared.delete(key);
      this.#prepared.set(key, known);
      return { prepared: known, isNew: false };
    }
    if (this.#prepared.size >= MAX_PREPARED) this.#closeOldest();
    this.#statements += 1;
    const prepared = { name: `s${this.#statements}`, isParsed: false, reader: null };
    this.#prepared.set(key, prepared);
    return { prepared, isNew: true };
  }

  #closeOldest(): void {
    const [oldest] = this.#prepared;
    if (oldest === undefined) return;
    this.#prepared.delete(oldest[0]);
    this.write(serialize.close({ type: 'S', name: oldest[1].name }));
  }

  /** Prepares the statement anew at its next use. */
  forget(prepared: Prepared): void {
    for (const [key, known] of this.#prepared) {
      if (known === prepared) this.#prepared.delete(key);
    }
  }

  /** Notes whether the server has sent something since the last call, or takes a long statement piece by piece. */
  noteProgress(now: number): void {
    const { bytesRead, bytesWritten, writableLength } = this.#stream;
    const flushed = bytesWritten - writableLength;
    // The kernel takes a short statement at once, even if the server is frozen.
    const isTaken = this.#backlog > 0 && flushed !== this.#flushed;
    if (bytesRead !== this.#read) this.heardAt = now;
    if (bytesRead !== this.#read || isTaken) this.activeAt = now;
    this.#read = bytesRead;
    this.#flushed = flushed;
    this.#backlog = writableLength;
  }

  get #stream(): Socket {
    return socketOf(this.client);
  }
}

/** The socket under a client. */
export function socketOf(client: pg.Client): Socket {
  return (client as unknown as { connection: { stream: Socket } }).connection.stream;
}
