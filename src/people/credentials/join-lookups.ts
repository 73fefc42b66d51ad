/** Looks up credentials of concurrent requests together. */
import { setImmediate } from 'node:timers';

/** The row of a secret with this hash, or undefined. */
export type FindByHash<T> = (secretHash: Buffer) => Promise<T | undefined>;

/**
 * Joins the lookups of one turn of the event loop into one statement, with one key for equal secrets. The statement is
 * sent after all of these requests were received, so a credential that was revoked before is refused. Requests that come
 * later wait for the next statement.
 */
export function joinLookups<T extends { secretHash: Buffer }>(
  find: (secretHashes: Buffer[]) => Promise<T[]>,
): FindByHash<T> {
  let next: { hashes: Map<string, Buffer>; found: Promise<Map<string, T>> } | null = null;
  const start = () => {
    const hashes = new Map<string, Buffer>();
    const found = new Promise<void>((resolve) => {
      setImmediate(resolve);
    }).then(async () => {
      next = null;
      const rows = await find([...hashes.values()]);
      return new Map(rows.map((row) => [keyOf(row.secretHash), row]));
    });
    return { hashes, found };
  };
  return async (secretHash) => {
    const key = keyOf(secretHash);
    const lookup = (next ??= start());
    lookup.hashes.set(key, secretHash);
    return (await lookup.found).get(key);
  };
}

function keyOf(secretHash: Buffer): string {
  return secretHash.toString('latin1');
}
