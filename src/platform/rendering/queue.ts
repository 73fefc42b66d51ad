/** Thrown when the queue is full; the work was not started. */
export class QueueFullError extends Error {
  override name = 'QueueFullError';
}

export type BoundedQueue = {
  /** `by`: on whose behalf; null: nobody's in particular. */
  run<T>(work: () => Promise<T>, by?: string | null): Promise<T>;
  /** Whether new work has to wait. */
  isBusy(): boolean;
};

export type QueueBounds = {
  atOnce: number;
  waiting: number;
  /** Of those that wait, how many on behalf of the same. */
  waitingOfOne: number;
};

/** Runs at most `atOnce` tasks at once and queues others within the bounds; rejects further ones. */
export function boundedQueue({ atOnce, waiting, waitingOfOne }: QueueBounds): BoundedQueue {
  const queue: { start: () => void; by: string | null }[] = [];
  let running = 0;
  const isFull = (by: string | null) =>
    queue.length >= waiting || (by !== null && queue.filter((other) => other.by === by).length >= waitingOfOne);
  async function run<T>(work: () => Promise<T>, by: string | null = null): Promise<T> {
    if (running >= atOnce) {
      if (isFull(by)) throw new QueueFullError(`${queue.length} others are already waiting.`);
      // A finished task passes its slot on.
      await new Promise<void>((start) => queue.push({ start, by }));
    } else running += 1;
    try {
      return await work();
    } finally {
      const next = queue.shift();
      if (next === undefined) running -= 1;
      else next.start();
    }
  }
  return { run, isBusy: () => running >= atOnce };
}
