/** A seeded random generator, so that every run creates the same demo. */

export type Random = {
  /** From 0 up to, but not including, 1. */
  fraction(): number;
  /** A whole number from `least` to `most`. */
  between(least: number, most: number): number;
  /** True with this probability. */
  chance(probability: number): boolean;
  /** One of the items; there must be at least one. */
  pick<T>(items: readonly T[]): T;
  /** This many different items in list order; all of them if there are fewer. */
  sample<T>(items: readonly T[], count: number): T[];
};

/** Mulberry32: 32 bits of state, sufficient for a demo. */
export function createRandom(seed: number): Random {
  let state = seed | 0;
  const fraction = () => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (least: number, most: number) => least + Math.floor(fraction() * (most - least + 1));
  const pick = <T>(items: readonly T[]): T => {
    const item = items[between(0, items.length - 1)];
    if (item === undefined) throw new Error('There is nothing to pick from.');
    return item;
  };
  const sample = <T>(items: readonly T[], count: number): T[] => {
    const chosen = new Set<number>();
    while (chosen.size < Math.min(count, items.length)) chosen.add(between(0, items.length - 1));
    return items.filter((_, index) => chosen.has(index));
  };
  return { fraction, between, chance: (probability) => fraction() < probability, pick, sample };
}
