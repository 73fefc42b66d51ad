/**
 * The items of a source until the signal is aborted, whose reason is then thrown. `for await` alone would notice that only when
 * the next item comes, which from a stalled source is never.
 */
export async function* abortable<T>(source: AsyncIterable<T>, signal: AbortSignal): AsyncGenerator<T, void> {
  const iterator = source[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = await orAborted(iterator.next(), signal);
      if (next.done === true) return;
      yield next.value;
    }
  } finally {
    // Not awaited: a source that hangs answers only after the read it hangs in.
    iterator.return?.().catch(() => {});
  }
}

// No race against one promise for all items: that one would hold on to each of them until the end.
function orAborted<T>(item: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort);
    item.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
