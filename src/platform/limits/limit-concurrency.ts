/** Runs `work` when a slot is free, and returns its result. */
export type LimitConcurrency = <T>(work: () => Promise<T>) => Promise<T>;

/** The maximum number of waiting tasks and, if given, of milliseconds that one waits; and the error beyond either. */
export type Queue = { length: number; waitMs?: number; refuse: () => Error };

/** Runs at most `limit` tasks at once; others wait in order of arrival, without limits unless `queue` is given. */
export function limitConcurrency(limit: number, queue?: Queue): LimitConcurrency {
  const waiting: (() => void)[] = [];
  let free = limit;
  const untilFree = () =>
    new Promise<void>((resolve, reject) => {
      waiting.push(resolve);
      if (queue?.waitMs === undefined) return;
      const giveUp = () => {
        const at = waiting.indexOf(resolve);
        if (at < 0) return;
        waiting.splice(at, 1);
        reject(queue.refuse());
      };
      setTimeout(giveUp, queue.waitMs).unref();
    });
  return async (work) => {
    if (free > 0) free--;
    else if (queue !== undefined && waiting.length >= queue.length) throw queue.refuse();
    // A finished task passes its slot on, so that no newcomer can take it in between.
    else await untilFree();
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) free++;
      else next();
    }
  };
}

/** The same per key. Keys without running tasks take no memory. */
export function limitConcurrencyByKey(limit: number): <T>(key: number | string, work: () => Promise<T>) => Promise<T> {
  const limiters = new Map<number | string, { run: LimitConcurrency; pending: number }>();
  return async (key, work) => {
    const limiter = limiters.get(key) ?? { run: limitConcurrency(limit), pending: 0 };
    limiters.set(key, limiter);
    limiter.pending += 1;
    try {
      return await limiter.run(work);
    } finally {
      limiter.pending -= 1;
      if (limiter.pending === 0) limiters.delete(key);
    }
  };
}
