/** Finds connections whose answers will not come, and servers that shut down (decision 0077). */
import { setTimeout as sleep } from 'node:timers/promises';
import type { DatabaseAddress } from '../servers/database-url.ts';
import type { Link } from '../link.ts';
import { type Working, probe } from './probe.ts';

/** For pools whose callers wait without a limit. */
const PATIENCE_MS = 60_000;
/** A server that shuts down is found by a new connection only. */
const ROUND_MS = 10_000;
/** An answer that was sent before the server was asked arrives in this time. */
const TRANSIT_MS = 300;
/** If the server works and its sessions cannot be seen, the longest time without an answer. */
const UNSEEN_MS = 35_000;

/** Watches the connections of a pool. Those that it destroys are removed by the pool. */
export class HealthCheck {
  /** Called when connections outside the pool should be opened anew. */
  readonly renewals: (() => void)[] = [];
  readonly #address: DatabaseAddress;
  readonly #links: ReadonlySet<Link>;
  readonly #letGo: () => void;
  /** A connection is silent for so long before the server is asked, which may take as long again. */
  readonly #silenceMs: number;
  readonly #hasRounds: boolean;
  #checkedAt = performance.now();
  #isChecking = false;
  #isDoubted = false;

  /** @param options.letGo gives all connections back to a server that shuts down */
  constructor(
    address: DatabaseAddress,
    links: ReadonlySet<Link>,
    { waitMs, letGo }: { waitMs: number | null; letGo: () => void },
  ) {
    this.#address = address;
    this.#links = links;
    this.#letGo = letGo;
    this.#silenceMs = (waitMs ?? PATIENCE_MS) / 3;
    this.#hasRounds = waitMs !== null;
  }

  /** Call it often. */
  tick(now: number): void {
    for (const link of this.#links) link.noteProgress(now);
    const silent = [...this.#links].filter(
      ({ inFlight, activeAt, askedAt }) => inFlight > 0 && now - Math.max(activeAt, askedAt) >= this.#silenceMs,
    );
    const isRound = this.#hasRounds && this.#links.size > 0 && now - this.#checkedAt >= ROUND_MS;
    if (this.#isChecking || (silent.length === 0 && !isRound)) return;
    this.#isChecking = true;
    void this.#check(silent).finally(() => {
      this.#isChecking = false;
      this.#checkedAt = performance.now();
    });
  }

  /** The server waits for all its sessions to end. */
  leaveServer(): void {
    this.#letGo();
    this.#renew();
  }

  async #check(silent: Link[]): Promise<void> {
    const since = performance.now();
    const finding = await probe(
      this.#address,
      silent.map(({ pid }) => pid),
      this.#silenceMs,
    );
    if (finding.server === 'away') return this.#leave(silent, since);
    this.#isDoubted = false;
    if (finding.server === 'closing') return this.leaveServer();
    await this.#destroyLost(silent, since, finding);
  }

  async #destroyLost(silent: Link[], since: number, { lost }: Working): Promise<void> {
    if (silent.some(({ pid }) => lost?.has(pid) === true)) await sleep(TRANSIT_MS);
    const now = performance.now();
    for (const link of silent) {
      link.askedAt = now;
      link.noteProgress(now);
      const isLost = lost === null ? !link.isPatient && now - link.activeAt > UNSEEN_MS : lost.has(link.pid);
      if (isLost && isSilent(link, since)) link.destroy(new Error('The connection to PostgreSQL lost an answer.'));
    }
  }

  // A busy server, or one that refuses new connections, may answer on others. Asked twice in vain, only those that are
  // silent are given up.
  #leave(silent: Link[], since: number): void {
    const links = [...this.#links];
    for (const link of links) link.noteProgress(performance.now());
    const isHeard = links.some(({ heardAt }) => heardAt >= since);
    if (isHeard && !this.#isDoubted) {
      this.#isDoubted = true;
      return;
    }
    this.#isDoubted = false;
    for (const link of isHeard ? silent : links) {
      if (!isHeard || isSilent(link, since)) link.destroy(new Error('PostgreSQL does not answer.'));
    }
    if (!isHeard) this.#renew();
  }

  #renew(): void {
    for (const renew of this.renewals) renew();
  }
}

// Statements that were sent later are not judged.
function isSilent({ inFlight, activeAt }: Link, since: number): boolean {
  return inFlight > 0 && activeAt < since;
}
