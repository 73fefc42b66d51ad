/**
 * Which notifications a stream has told. Ids are given before transactions commit, so a notification may appear below
 * newer ones: the last few ids are remembered one by one, and only what is below them counts as told altogether.
 */
export type Delivered = {
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
export function deliveredAtStart(rows: Row[], window: number, after: number | null): Delivered {
  const oldest = rows.length < window ? 0 : (rows.at(-1)?.notificationId ?? 0) - 1;
  return withDelivered(
    { floor: oldest, ids: [] },
    rows.filter(({ notificationId }) => after === null || notificationId <= after),
  );
}

/** Those of the rows that were not told yet. */
export function undelivered<R extends Row>({ floor, ids }: Delivered, rows: R[]): R[] {
  return rows.filter(({ notificationId }) => notificationId > floor && !ids.includes(notificationId));
}

/** The same after these rows were told. */
export function withDelivered({ floor, ids }: Delivered, rows: Row[]): Delivered {
  const all = new Set([...ids, ...rows.map(({ notificationId }) => notificationId)]);
  const sorted = [...all].sort((a, b) => b - a);
  return { floor: Math.max(floor, sorted[REMEMBERED] ?? 0), ids: sorted.slice(0, REMEMBERED) };
}
