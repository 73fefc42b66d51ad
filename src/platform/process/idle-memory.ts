/** Returns memory to the system while a process has nothing to do. */
import { performance } from 'node:perf_hooks';
import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const EVERY_MS = 10_000;
/** The share of that time in which a process without work runs at most. */
const IDLE = 0.05;
/** Bytes by which the heap has grown since the last time. Less is not worth a pause. */
const WORTH = 8 * 2 ** 20;
/** The share of the time in which the process pauses for this at most: a pause grows with the heap. */
const PAUSED = 0.02;

type Collect = (options: { type: 'major'; execution: 'sync'; flavor: 'last-resort' }) => void;

/**
 * From now on, collects all garbage of this process when it has been idle for ten seconds and its heap has grown. By
 * itself V8 collects only while a program allocates, and so keeps what a start or busy hours have left behind
 * ([0143](../../../docs/decisions/0143-garbage-collected-when-idle.md)).
 */
export function collectWhenIdle(): void {
  // Without the flag at the start, only new contexts have the function.
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as Collect;
  let kept = 0;
  let notBefore = 0;
  let last = performance.eventLoopUtilization();
  setInterval(() => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, last);
    last = now;
    const start = performance.now();
    if (utilization > IDLE || heapSize() < kept + WORTH || start < notBefore) return;
    collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
    const end = performance.now();
    notBefore = end + (end - start) / PAUSED;
    kept = heapSize();
  }, EVERY_MS).unref();
}

const heapSize = (): number => getHeapStatistics().total_heap_size;
