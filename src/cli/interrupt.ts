/** A signal aborted by SIGINT and SIGTERM, so that long commands can clean up. */
export function interruption(hint: string): AbortSignal {
  const controller = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => controller.abort(new Error(`interrupted; ${hint}`)));
  }
  return controller.signal;
}
