/** A bounded pool of connections with a fair queue. */
import { createClient } from './client.ts';
import type { DatabaseAddress } from './servers/database-url.ts';
import { DatabaseError, DatabaseUnavailable } from './errors.ts';
import { isClosing } from './health/probe.ts';
import { HealthCheck } from './health/health-check.ts';
import { Link } from './link.ts';
import type { TraceDatabase } from '../telemetry/telemetry.ts';

export type PoolOptions = {
  max: number;
  /**
   * How long a caller waits for a connection. Until then, failed attempts to connect are repeated. Null: callers wait
   * for a free connection without a limit, and get the error of the first attempt that fails.
   */
  waitMs: number | null;
  /** Called with each statement that is sent, including those that begin and end transactions. */
  onStatement?: ((statement: { text: string; values: unknown[] }) => void) | undefined;
  trace?: TraceDatabase | undefined;
};

type Waiter = {
  since: number;
  /** A single statement, which may share the connection with others. */
  isShared: boolean;
  take(link: Link): void;
  fail(error: Error): void;
};

/** Single statements that share a connection at a time. */
const MAX_SHARED = 4;
const MAX_WAITING = 2_000;
/** An idle connection costs PostgreSQL 2 to 10 MB, opening another one some milliseconds. */
const IDLE_TIMEOUT_MS = 10_000;
const TICK_MS = 500;
/** After a refused connection, others have to do for so long. */
const REOPEN_MS = 1_000;

/** Connections for single statements, which may share one, and for transactions, which own theirs. */
export class Pool {
  readonly options: PoolOptions;
  readonly #address: DatabaseAddress;
  readonly #links = new Set<Link>();
  readonly #idle: Link[] = [];
  /** Connections with single statements. */
  readonly #shared = new Set<Link>();
  readonly #waiting: Waiter[] = [];
  #opening = 0;
  #openAfter = 0;
  readonly #closing = new Set<Link>();
  readonly #health: HealthCheck;
  #failingSince: number | null = null;
  #ended: Promise<void> | null = null;
  readonly #empty = Promise.withResolvers<void>();
  #timer: NodeJS.Timeout | null = null;

  constructor(address: DatabaseAddress, options: PoolOptions) {
    this.#address = address;
    this.options = options;
    this.#health = new HealthCheck(address, this.#links, { waitMs: options.waitMs, letGo: () => this.#letGo() });
  }

  /** Calls `renew` when connections outside the pool should be opened anew: the server shuts down or is away. */
  onRenewal(renew: () => void): void {
    this.#health.renewals.push(renew);
  }

  /** Passes a connection that nobody else uses to `take`, now or later. It must be given back with `release`. */
  own(take: (link: Link) => void, fail: (error: Error) => void): void {
    this.#request({ since: performance.now(), isShared: false, take, fail });
  }

  /** Passes a connection to `take`, which sends one batch on it at once. */
  share(take: (link: Link) => void, fail: (error: Error) => void): void {
    this.#request({ since: performance.now(), isShared: true, take, fail });
  }

  /** Takes back a connection that was owned. */
  release(link: Link): void {
    if (link.isUsable && link.isInTransaction) link.destroy(new Error('A transaction was left open.'));
    link.isPatient = false;
    this.#settle(link);
  }

  /** Rejects new callers, lets running work finish for at most `timeoutMs`, and closes all connections. */
  end(timeoutMs: number | null): Promise<void> {
    this.#ended ??= this.#empty.promise;
    this.#serve();
    if (timeoutMs !== null) {
      const over = setTimeout(() => this.#destroyAll(new Error('The pool was closed.')), timeoutMs);
      void this.#ended.then(() => clearTimeout(over));
    }
    return this.#ended;
  }

  #request(waiter: Waiter): void {
    if (this.#ended !== null) return waiter.fail(new DatabaseUnavailable(new Error('The pool was closed.')));
    if (this.#waiting.length >= MAX_WAITING) {
      return waiter.fail(new DatabaseUnavailable(new Error('Too many requests wait for the database.')));
    }
    this.#waiting.push(waiter);
    this.#serve();
  }

  // First come, first served: statements never share a connection past a transaction that waits.
  #serve(): void {
    for (let first = this.#waiting[0]; first !== undefined; first = this.#waiting[0]) {
      const link = this.#idle.pop() ?? this.#openOrShare(first);
      if (link === null) break;
      this.#waiting.shift();
      link.isOwned = !first.isShared;
      if (first.isShared) this.#shared.add(link);
      first.take(link);
    }
    this.#watch();
    if (this.#ended !== null && this.#waiting.length === 0) this.#closeIdle(Infinity);
    if (this.#ended !== null && this.#links.size + this.#opening + this.#closing.size === 0) this.#empty.resolve();
  }

  #openOrShare(waiter: Waiter): Link | null {
    const mayOpen = this.#links.size + this.#opening < this.options.max && performance.now() >= this.#openAfter;
    // One for each caller that waits.
    if (mayOpen && this.#opening < this.#waiting.length) void this.#open();
    if (!waiter.isShared || this.#opening > 0) return null;
    let best: Link | null = null;
    for (const link of this.#shared) {
      if (link.isUsable && link.inFlight < (best?.inFlight ?? MAX_SHARED)) best = link;
    }
    return best;
  }

  async #open(): Promise<void> {
    this.#opening += 1;
    const client = createClient(this.#address);
    try {
      await client.connect();
    } catch (error) {
      client.end().catch(() => {});
      this.#opening -= 1;
      return this.#refused(error as Error);
    }
    this.#opening -= 1;
    this.#failingSince = null;
    const link = new Link({
      client,
      prepare: this.#address.prepare,
      observe: (statement) => this.options.onStatement?.(statement),
      onIdle: (idle) => this.#onIdle(idle),
    });
    this.#links.add(link);
    this.#settle(link);
  }

  #refused(error: Error): void {
    if (isClosing(error)) this.#health.leaveServer();
    const now = performance.now();
    // The server takes no more connections, or only new ones fail: those that are open go on.
    if (this.#links.size > 0) {
      this.#openAfter = now + REOPEN_MS;
      return this.#serve();
    }
    this.#failingSince ??= now;
    const { waitMs } = this.options;
    // A wrong password or a missing database stays wrong.
    const isFinal = error instanceof DatabaseError && /^(?:28|3D)/.test(error.code ?? '');
    if (waitMs === null || isFinal || now - this.#failingSince >= waitMs) {
      const failure = error instanceof DatabaseError ? error : new DatabaseUnavailable(error);
      for (const waiter of this.#waiting.splice(0)) waiter.fail(failure);
      return this.#serve();
    }
    setTimeout(() => this.#serve(), 100 + 200 * Math.random());
  }

  // A transaction's connection comes back with `release`, unless it broke.
  #onIdle(link: Link): void {
    if (!link.isOwned || link.failure !== null) this.#settle(link);
  }

  #settle(link: Link): void {
    if (!link.isUsable) {
      if (link.failure === null && link.inFlight > 0) return;
      this.#shared.delete(link);
      const at = this.#idle.indexOf(link);
      if (at >= 0) this.#idle.splice(at, 1);
      if (this.#links.delete(link)) this.#close(link);
    } else if (this.#links.has(link)) {
      this.#shared.delete(link);
      link.idleSince = performance.now();
      this.#idle.push(link);
    }
    this.#serve();
  }

  #closeIdle(atLeastMs: number): void {
    const now = performance.now();
    const kept = this.#idle.filter((link) => atLeastMs !== Infinity && now - link.idleSince < atLeastMs);
    for (const link of this.#idle.splice(0)) {
      if (kept.includes(link)) continue;
      this.#links.delete(link);
      this.#close(link);
    }
    this.#idle.push(...kept);
  }

  // Statements and transactions that run may finish.
  #letGo(): void {
    for (const link of this.#links) link.retire();
    this.#closeIdle(0);
    this.#serve();
  }

  #close(link: Link): void {
    const close = async () => {
      await link.close();
      this.#closing.delete(link);
      this.#serve();
    };
    this.#closing.add(link);
    void close();
  }

  #destroyAll(reason: Error): void {
    for (const waiter of this.#waiting.splice(0)) waiter.fail(new DatabaseUnavailable(reason));
    for (const link of this.#links) link.destroy(reason);
  }

  #watch(): void {
    if (this.#links.size === 0 && this.#waiting.length === 0) {
      if (this.#timer !== null) clearInterval(this.#timer);
      this.#timer = null;
    } else this.#timer ??= setInterval(() => this.#tick(), TICK_MS).unref();
  }

  #tick(): void {
    const now = performance.now();
    const waitMs = this.options.waitMs ?? Infinity;
    for (let first = this.#waiting[0]; first !== undefined && now - first.since >= waitMs; first = this.#waiting[0]) {
      this.#waiting.shift();
      first.fail(new DatabaseUnavailable(new Error('No connection became free in time.')));
    }
    this.#health.tick(now);
    this.#closeIdle(IDLE_TIMEOUT_MS);
    this.#serve();
  }
}
