/** The driver and PostgreSQL without HTTP: the floor's select by key, as pgbench would measure it. */
import type { Db } from '../../src/platform/db/connection.ts';
import type { Answered } from '../client.ts';
import { createHistogram } from '../histogram.ts';
import { findDocument } from './documents.ts';

/** Selects the stored documents in turn for this many seconds, with this many statements in flight. */
export async function selectByKey(sql: Db, inFlight: number, seconds: number): Promise<Answered> {
  const ids = (await sql<{ id: number }[]>`select document_id as id from floor.documents limit 1000`).map(
    ({ id }) => id,
  );
  const latencies = createHistogram();
  const startedAt = performance.now();
  const until = startedAt + seconds * 1000;
  let next = 0;
  const selectOn = async () => {
    for (let now = performance.now(); now < until; now = performance.now()) {
      next = (next + 1) % ids.length;
      await findDocument(sql, ids[next] ?? NaN);
      latencies.record(performance.now() - now);
    }
  };
  await Promise.all(Array.from({ length: inFlight }, selectOn));
  return {
    requests: latencies.count(),
    bytes: 0,
    seconds: (performance.now() - startedAt) / 1000,
    p50: latencies.percentile(0.5),
    p99: latencies.percentile(0.99),
  };
}
