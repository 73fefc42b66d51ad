/**
 * The items of a source until the signal is aborted, whose reason is then thrown. `for await` alone would notice that only when
 * the next item comes, which from a stalled source is never.
 */
export async function* abortable<T>(source: AsyncIterable<T>, signal: AbortSignal): AsyncGenerator<T, void> {
  const aborted = Promise.withResolvers<never>();
  aborted.promise.catch(() => {});
  const abort = () => aborted.reject(signal.reason);
  if (signal.aborted) abort();
  signal.addEventListener('abort', abort);
  const iterator = source[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = await Promise.race([aborted.promise, iterator.next()]);
      if (next.done === true) return;
      yield next.value;
    }
  } finally {
    signal.removeEventListener('abort', abort);
    // Not awaited: a source that hangs answers only after the read it hangs in.
    iterator.return?.().catch(() => {});
  }
}
