/**
 * Runs `work` for each item, at most `limit` at once, and pulls items from the source only as needed. Rejects with the
 * first failure, after running work has ended.
 */
export async function forEachConcurrently<T>(
  items: AsyncIterable<T>,
  limit: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const iterator = items[Symbol.asyncIterator]();
  let isFailing = false;
  const lane = async () => {
    try {
      for (;;) {
        const next = await iterator.next();
        if (next.done === true || isFailing) return;
        await work(next.value);
      }
    } catch (error) {
      isFailing = true;
      throw error;
    }
  };
  const lanes = await Promise.allSettled(Array.from({ length: limit }, lane));
  await iterator.return?.();
  for (const ended of lanes) if (ended.status === 'rejected') throw ended.reason;
}
