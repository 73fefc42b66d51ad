/**
 * Which notifications a stream has told. Ids are given before transactions commit, so a notification may appear below
 * newer ones: the last few ids are remembered one by one, and only what is below them counts as told altogether.
 */
export type Seen = {
  /** No id up to here is told any more. */
  floor: number;
  /** Those above it, highest first. */
  ids: number[];
};

type Row = { notificationId: number };

const REMEMBERED = 20;

/**
 * What is known at the beginning, by the newest notifications that there are.
 * @param window how many were looked for at most
 * @param after the last one that the receiver has from an earlier stream; null: it wants only what comes from now on
 */
export function beginSeeing(rows: Row[], window: number, after: number | null): Seen {
  const oldest = rows.length < window ? 0 : (rows.at(-1)?.notificationId ?? 0) - 1;
  return see(
    { floor: oldest, ids: [] },
    rows.filter(({ notificationId }) => after === null || notificationId <= after),
  );
}

/** Those of the rows that were not told yet. */
export function unseen<R extends Row>({ floor, ids }: Seen, rows: R[]): R[] {
  return rows.filter(({ notificationId }) => notificationId > floor && !ids.includes(notificationId));
}

/** The same after these rows were told. */
export function see({ floor, ids }: Seen, rows: Row[]): Seen {
  const all = new Set([...ids, ...rows.map(({ notificationId }) => notificationId)]);
  const sorted = [...all].sort((a, b) => b - a);
  return { floor: Math.max(floor, sorted[REMEMBERED] ?? 0), ids: sorted.slice(0, REMEMBERED) };
}
