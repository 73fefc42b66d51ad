/** Latencies in logarithmic buckets: constant memory, and percentiles accurate to about one percent. */
export type Histogram = {
  record: (milliseconds: number) => void;
  /** The latency in milliseconds at the given quantile (0 to 1); NaN without records. */
  percentile: (share: number) => number;
  count: () => number;
};

const BUCKETS_PER_OCTAVE = 64;
// From 1 µs to 2^28 µs, which is 268 s.
const OCTAVES = 28;

export function createHistogram(): Histogram {
  const buckets = new Uint32Array(BUCKETS_PER_OCTAVE * OCTAVES);
  let count = 0;
  return {
    record(milliseconds) {
      const bucket = Math.floor(Math.log2(milliseconds * 1000) * BUCKETS_PER_OCTAVE);
      const index = Math.min(Math.max(bucket, 0), buckets.length - 1);
      buckets[index] = (buckets[index] ?? 0) + 1;
      count += 1;
    },
    percentile(share) {
      let left = Math.max(1, Math.ceil(share * count));
      const index = buckets.findIndex((records) => (left -= records) <= 0);
      return index < 0 ? NaN : 2 ** ((index + 0.5) / BUCKETS_PER_OCTAVE) / 1000;
    },
    count: () => count,
  };
}
