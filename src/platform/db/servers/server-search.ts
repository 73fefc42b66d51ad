/** Finds the server of an address that has the wanted role, and remembers it. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Server } from './database-url.ts';
import { DatabaseError } from '../errors.ts';

/** How long a server is tried alone: a frozen one must not keep the next from being found in time. */
const HEAD_START_MS = 1_000;

export class ServerSearch {
  readonly #servers: readonly Server[];
  readonly #probe: (server: Server) => Promise<void>;
  #found: Server | null = null;
  #searching: Promise<Server> | null = null;

  /** @param probe rejects unless the server has the role */
  constructor(servers: readonly Server[], probe: (server: Server) => Promise<void>) {
    this.#servers = servers;
    this.#probe = probe;
  }

  /** The server that was found last, or the first in their order that has the role now. */
  find(): Promise<Server> {
    if (this.#found !== null) return Promise.resolve(this.#found);
    this.#searching ??= this.#search().finally(() => (this.#searching = null));
    return this.#searching;
  }

  /** Makes the next `find` search again, because a connection to the server failed. */
  forget(server: Server): void {
    if (this.#found === server) this.#found = null;
  }

  async #search(): Promise<Server> {
    let before: Promise<unknown> = Promise.resolve();
    const attempts = this.#servers.map((server, n) => {
      const turn = n === 0 ? before : Promise.race([before, sleep(n * HEAD_START_MS, undefined, { ref: false })]);
      const attempt = turn.then(() => this.#attempt(server));
      before = attempt.catch(() => {});
      return attempt;
    });
    try {
      return await Promise.any(attempts);
    } catch (error) {
      throw this.#failure((error as AggregateError).errors as Error[]);
    }
  }

  async #attempt(server: Server): Promise<Server> {
    if (this.#found !== null) return this.#found;
    await this.#probe(server);
    this.#found ??= server;
    return this.#found;
  }

  #failure(errors: (Error & { code?: string })[]): Error {
    // A wrong password or a missing database is the same on the others.
    const final = errors.find((error) => error instanceof DatabaseError && /^(?:28|3D)/.test(error.code ?? ''));
    const [first] = errors;
    if (final !== undefined || (errors.length === 1 && first instanceof DatabaseError))
      return final ?? (first as Error);
    const reasons = errors.map((error, n) => {
      const { host, port } = this.#servers[n] as Server;
      return `${host}:${port} (${error.message || error.code})`;
    });
    return new Error(`none of the servers can be used: ${reasons.join(', ')}`);
  }
}
