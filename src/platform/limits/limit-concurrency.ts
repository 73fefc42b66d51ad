/** Runs a work when its turn comes, and answers what it answers. */
export type LimitConcurrency = <T>(work: () => Promise<T>) => Promise<T>;

/** How many works may wait for a turn, and what one more is refused with. */
export type Queue = { length: number; refuse: () => Error };

/** Lets at most `limit` works run at once; the others wait in the order in which they came, any number without `queue`. */
export function limitConcurrency(limit: number, queue?: Queue): LimitConcurrency {
  const waiting: (() => void)[] = [];
  let free = limit;
  return async (work) => {
    if (free > 0) free--;
    else if (queue !== undefined && waiting.length >= queue.length) throw queue.refuse();
    // Whoever ends hands its turn on, so that nobody who comes in between can take it.
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) free++;
      else next();
    }
  };
}

/** The same for each key by itself, of which nothing is kept once its works have ended. */
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
