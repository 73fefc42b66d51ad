/** Thrown when the queue is full; the work was not started. */
export class QueueFullError extends Error {
  override name = 'QueueFullError';
}

export type BoundedQueue = {
  run<T>(work: () => Promise<T>): Promise<T>;
  /** Whether new work has to wait. */
  isBusy(): boolean;
};

/** Runs at most `atOnce` tasks at once and queues up to `waiting` others; rejects further ones. */
export function boundedQueue({ atOnce, waiting }: { atOnce: number; waiting: number }): BoundedQueue {
  const queue: (() => void)[] = [];
  let running = 0;
  async function run<T>(work: () => Promise<T>): Promise<T> {
    if (running >= atOnce) {
      if (queue.length >= waiting) throw new QueueFullError(`${waiting} others are already waiting.`);
      // A finished task passes its slot on.
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
