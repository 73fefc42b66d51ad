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
  /** Of those that run, how many on behalf of the same. */
  atOnceOfOne: number;
  waiting: number;
  /** Of those that wait, how many on behalf of the same. */
  waitingOfOne: number;
};

type Waiting = { start: () => void; by: string | null };

/**
 * Runs at most `atOnce` tasks at once and queues others within the bounds; rejects further ones. A task on somebody's behalf waits
 * for those of others that have come since the last one on the same behalf began.
 */
export function boundedQueue({ atOnce, atOnceOfOne, waiting, waitingOfOne }: QueueBounds): BoundedQueue {
  const queue: Waiting[] = [];
  const running: (string | null)[] = [];
  let last: string | null = null;
  const isOpen = (by: string | null) => running.length < atOnce && (by === null || countOf(running, by) < atOnceOfOne);
  const isFull = (by: string | null) =>
    queue.length >= waiting ||
    (by !== null &&
      countOf(
        queue.map((other) => other.by),
        by,
      ) >= waitingOfOne);
  const begin = (by: string | null) => {
    running.push(by);
    last = by;
  };
  const startNext = () => {
    const open = queue.filter(({ by }) => isOpen(by));
    const next = open.find(({ by }) => by === null || by !== last) ?? open[0];
    if (next === undefined) return;
    queue.splice(queue.indexOf(next), 1);
    begin(next.by);
    next.start();
  };
  async function run<T>(work: () => Promise<T>, by: string | null = null): Promise<T> {
    if (!isOpen(by)) {
      if (isFull(by)) throw new QueueFullError(`${queue.length} others are already waiting.`);
      // A finished task starts the next one.
      await new Promise<void>((start) => queue.push({ start, by }));
    } else begin(by);
    try {
      return await work();
    } finally {
      running.splice(running.indexOf(by), 1);
      startNext();
    }
  }
  return { run, isBusy: () => running.length >= atOnce };
}

const countOf = (all: (string | null)[], by: string): number => all.filter((one) => one === by).length;
