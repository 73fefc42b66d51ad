/** What the supervisor's child processes have in common: they end in order when told to, and never outlive it. */

import { oneLine } from '../platform/one-line.ts';

type Part = { stop(): Promise<void> };

/** Longest that the work in hand may take at the end, so that all is down within 10 seconds. */
const DRAIN_MS = 7_000;

/**
 * Runs one part of the service in this process: `start` it, tell the supervisor that it is ready, stop it when the
 * supervisor says so, goes away, or a signal comes. A failing start ends the process with its reason.
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
  // The channel closes when the supervisor dies, even by kill -9.
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
  process.stderr.write(`carrel: work that did not end within ${DRAIN_MS / 1000} seconds was cut off\n`);
  process.exit(0);
}

/** Whether an inter-process message is of that type. */
export function isMessage<T extends string>(message: unknown, type: T): message is { type: T; [key: string]: unknown } {
  return typeof message === 'object' && message !== null && (message as { type?: unknown }).type === type;
}
