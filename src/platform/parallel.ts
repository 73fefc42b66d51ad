/**
 * Runs `work` for each item, at most `limit` at once, and takes items from the source only as they are worked on.
 * Rejects with the first failure, once what is in hand has ended.
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
