/** A signal that is aborted by SIGINT and SIGTERM, for commands that take long: they leave things in order then. */
export function interruption(hint: string): AbortSignal {
  const controller = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => controller.abort(new Error(`interrupted; ${hint}`)));
  }
  return controller.signal;
}
