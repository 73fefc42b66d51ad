/** Thrown when the queue is full; the work was not begun. */
export class QueueFullError extends Error {
  override name = 'QueueFullError';
}

export type BoundedQueue = {
  run<T>(work: () => Promise<T>): Promise<T>;
  /** Whether what comes now has to wait. */
  isBusy(): boolean;
};

/** Runs at most `atOnce` pieces of work at once, and lets at most `waiting` others wait; further ones are refused. */
export function boundedQueue({ atOnce, waiting }: { atOnce: number; waiting: number }): BoundedQueue {
  const queue: (() => void)[] = [];
  let running = 0;
  async function run<T>(work: () => Promise<T>): Promise<T> {
    if (running >= atOnce) {
      if (queue.length >= waiting) throw new QueueFullError(`${waiting} others are waiting already.`);
      // The one that ends hands its place on.
      await new Promise<void>((resolve) => queue.push(resolve));
    } else running += 1;
    try {
      return await work();
    } finally {
      const next = queue.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  }
  return { run, isBusy: () => running >= atOnce };
}
