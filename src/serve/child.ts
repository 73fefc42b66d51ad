/** Common code of the supervisor's child processes: they shut down on request and never outlive the supervisor. */

import { oneLine } from '../platform/values/one-line.ts';

type Part = { stop(): Promise<void> };

/** Maximum time for work in progress at shutdown, so that everything stops within 10 seconds. */
const DRAIN_MS = 7_000;

/**
 * Runs one part of the service in this process: calls `start`, reports readiness to the supervisor, and stops when the
 * supervisor asks, exits, or a signal arrives. If the start fails, the process exits with the reason.
 */
export async function runChild(start: () => Promise<Part>): Promise<void> {
  let stopping = false;
  const started = start();
  const stop = () => {
    if (stopping) return;
    stopping = true;
    setTimeout(cutOff, DRAIN_MS).unref();
    started
      .then((part) => part.stop())
      .then(
        () => process.exit(0),
        () => process.exit(1),
      );
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop);
  // The channel closes when the supervisor exits, even after kill -9.
  process.on('disconnect', stop);
  process.on('message', (message) => {
    if (isMessage(message, 'stop')) stop();
  });
  try {
    await started;
    process.send?.({ type: 'ready' });
  } catch (error) {
    process.send?.({ type: 'failed', reason: oneLine(error) });
    process.exitCode = 1;
    process.disconnect?.();
  }
}

function cutOff(): void {
  process.stderr.write(`carrel: work that did not finish within ${DRAIN_MS / 1000} seconds was aborted\n`);
  process.exit(0);
}

/** Whether an inter-process message is of that type. */
export function isMessage<T extends string>(message: unknown, type: T): message is { type: T; [key: string]: unknown } {
  return typeof message === 'object' && message !== null && (message as { type?: unknown }).type === type;
}
