/** Isolation levels of rendering programs; docs/security.md lists the guarantees of each level. */

/** From the weakest to the strongest. */
export const LEVELS = ['none', 'namespaces', 'bubblewrap'] as const;
export type Level = (typeof LEVELS)[number];

/** The missing protections of a level, for operators. */
export const LACKS: Record<Level, string | null> = {
  bubblewrap: null,
  namespaces: 'no filter of system calls (Debian: bubblewrap)',
  none: 'programs that render thumbnails can access the network and the data of the service: no namespaces',
};

/** Whether a level is at least as strong as another. */
export function isAtLeast(level: Level, required: Level): boolean {
  return LEVELS.indexOf(level) >= LEVELS.indexOf(required);
}
