import { nameKey, numberedContainerName } from '../../platform/values/names.ts';

const BATCH = 50;

/**
 * The name itself if it is free, otherwise the first free one of `name (2)`, `name (3)`, … Used for every restore.
 * @param takenOf returns those of some name keys that are taken at the target
 * @param numbered adds the number: for documents before their extension
 */
export async function freeName(
  name: string,
  takenOf: (nameKeys: string[]) => Promise<Set<string>>,
  numbered: (name: string, number: number) => string = numberedContainerName,
): Promise<{ name: string; nameKey: string }> {
  for (let first = 1; ; first += BATCH) {
    const candidates = Array.from({ length: BATCH }, (_, i) => {
      const candidate = first + i === 1 ? name : numbered(name, first + i);
      return { name: candidate, nameKey: nameKey(candidate) };
    });
    const taken = await takenOf(candidates.map((candidate) => candidate.nameKey));
    const free = candidates.find((candidate) => !taken.has(candidate.nameKey));
    if (free !== undefined) return free;
  }
}
