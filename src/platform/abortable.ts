/**
 * Iterates over a source until the signal is aborted, then throws the signal's reason. A plain `for await` would notice
 * the abort only at the next item, which never arrives from a stalled source.
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
    // Not awaited: a stalled source only returns after its pending read.
    iterator.return?.().catch(() => {});
  }
}

// Races each item separately. A single promise shared by all races would retain every item until the end.
function orAborted<T>(item: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort);
    item.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
