/** Runs a work when its turn comes, and answers what it answers. */
export type TakeTurn = <T>(work: () => Promise<T>) => Promise<T>;

/** Lets at most `limit` works run at once; the others wait in the order in which they came. */
export function takeTurns(limit: number): TakeTurn {
  const waiting: (() => void)[] = [];
  let free = limit;
  return async (work) => {
    if (free > 0) free--;
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
export function takeTurnsBy(limit: number): <T>(key: number | string, work: () => Promise<T>) => Promise<T> {
  const turns = new Map<number | string, { inTurn: TakeTurn; works: number }>();
  return async (key, work) => {
    const turn = turns.get(key) ?? { inTurn: takeTurns(limit), works: 0 };
    turns.set(key, turn);
    turn.works += 1;
    try {
      return await turn.inTurn(work);
    } finally {
      turn.works -= 1;
      if (turn.works === 0) turns.delete(key);
    }
  };
}
