/** How far programs that render are kept from the machine; docs/security.md tells what holds at which level. */

/** From the weakest to the strongest. */
export const LEVELS = ['none', 'namespaces', 'bubblewrap'] as const;
export type Level = (typeof LEVELS)[number];

/** What a level does not do, for operators. */
export const LACKS: Record<Level, string | null> = {
  bubblewrap: null,
  namespaces: 'no filter of system calls (Debian: bubblewrap)',
  none: 'programs that make thumbnails reach the network and the data of the service: no namespaces',
};

/** Whether a level is as strong as another, or stronger. */
export function isAtLeast(level: Level, required: Level): boolean {
  return LEVELS.indexOf(level) >= LEVELS.indexOf(required);
}
