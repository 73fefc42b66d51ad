/**
 * The notifications that a stream has delivered. Ids are assigned before transactions commit, so a notification may
 * appear below newer ones: the last few ids are tracked one by one, and only ids below them count as delivered
 * altogether.
 */
export type Delivered = {
  /** Every id up to here counts as delivered. */
  floor: number;
  /** Delivered ids above the floor, highest first. */
  ids: number[];
};

type Row = { notificationId: number };

const REMEMBERED = 20;

/**
 * The initial state, computed from the newest notifications.
 * @param window the maximum number of rows that were requested
 * @param after the last id that the client has from an earlier stream; null: only new ones are sent
 */
export function deliveredAtStart(rows: Row[], window: number, after: number | null): Delivered {
  const oldest = rows.length < window ? 0 : (rows.at(-1)?.notificationId ?? 0) - 1;
  return withDelivered(
    { floor: oldest, ids: [] },
    rows.filter(({ notificationId }) => after === null || notificationId <= after),
  );
}

/** The rows that were not delivered yet. */
export function undelivered<R extends Row>({ floor, ids }: Delivered, rows: R[]): R[] {
  return rows.filter(({ notificationId }) => notificationId > floor && !ids.includes(notificationId));
}

/** The state after delivering these rows. */
export function withDelivered({ floor, ids }: Delivered, rows: Row[]): Delivered {
  const all = new Set([...ids, ...rows.map(({ notificationId }) => notificationId)]);
  const sorted = [...all].sort((a, b) => b - a);
  return { floor: Math.max(floor, sorted[REMEMBERED] ?? 0), ids: sorted.slice(0, REMEMBERED) };
}
