/** Common code of the supervisor's child processes: they shut down on request and never outlive the supervisor. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../platform/config/config.ts';
import { writeToOperator } from '../platform/log.ts';
import { collectWhenIdle } from '../platform/process/idle-memory.ts';
import { oneLine } from '../platform/values/one-line.ts';

/** `drain`: from now on `/readyz` is 503, so that balancers send no more requests. */
type Part = { drain?(): void; stop(): Promise<void> };
type Limits = Pick<Config, 'drainSeconds' | 'stopSeconds' | 'logFormat'>;

/**
 * Runs one part of the service in this process: calls `start`, reports readiness to the supervisor, and stops when the
 * supervisor requests it or exits, or SIGTERM arrives. If the start fails, the process exits with the reason.
 */
export async function runChild(limits: Limits, start: () => Promise<Part>): Promise<void> {
  let stopping = false;
  const started = start();
  const stop = () => {
    if (stopping) return;
    stopping = true;
    started
      .then((part) => stopPart(part, limits))
      .then(
        () => process.exit(0),
        () => process.exit(1),
      );
  };
  process.on('SIGTERM', stop);
  // A terminal sends it to every process. It is ignored here, because the supervisor requests the stop and would restart a
  // process that exits earlier.
  process.on('SIGINT', () => {});
  // The channel closes when the supervisor exits, even after kill -9.
  process.on('disconnect', stop);
  process.on('message', (message) => {
    if (isMessage(message, 'stop')) stop();
  });
  try {
    await started;
    collectWhenIdle();
    process.send?.({ type: 'ready' });
  } catch (error) {
    process.send?.({ type: 'failed', reason: oneLine(error) });
    process.exitCode = 1;
    process.disconnect?.();
  }
}

async function stopPart(part: Part, { drainSeconds, stopSeconds, logFormat }: Limits): Promise<void> {
  if (part.drain !== undefined && drainSeconds > 0) {
    part.drain();
    await sleep(drainSeconds * 1000);
  }
  setTimeout(() => {
    writeToOperator({ logFormat }, `work that did not finish within ${stopSeconds} seconds was aborted`);
    process.exit(0);
  }, stopSeconds * 1000).unref();
  await part.stop();
}

/** Whether an inter-process message is of that type. */
export function isMessage<T extends string>(message: unknown, type: T): message is { type: T; [key: string]: unknown } {
  return typeof message === 'object' && message !== null && (message as { type?: unknown }).type === type;
}
