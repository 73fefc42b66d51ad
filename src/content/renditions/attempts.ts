/** When a rendition or a text is made again. */
import type { Deps } from '../../platform/deps.ts';
import type { MissingPart } from '../../platform/rendering/renderer.ts';

const RETRY_MS = 3_600_000;
/** A file that crashed this many programs gets no more attempts. */
const MAX_ATTEMPTS = 3;

/** An outcome is final unless a program was missing that is available now; a failure is final unless a retry is due. */
export function isSettled(
  { renderer, clock }: Pick<Deps, 'renderer' | 'clock'>,
  { missingPart, retryAt }: { missingPart: MissingPart | null; retryAt: string | null },
): boolean {
  if (missingPart !== null) return renderer.lacks(missingPart);
  return retryAt === null || Date.parse(retryAt) > clock().getTime();
}

/** When to try again after this outcome; null: never. `attempts`: those before. */
export function nextAttempt({ mayWorkLater }: { mayWorkLater: boolean }, attempts: number, now: Date): Date | null {
  return mayWorkLater && attempts + 1 < MAX_ATTEMPTS ? new Date(now.getTime() + RETRY_MS) : null;
}

const logged = new WeakMap<Deps['renderer']['programs'], Set<MissingPart>>();

/** Once for each part, because every document that needs it would log the same. */
export function logMissingPart({ renderer, log }: Pick<Deps, 'renderer' | 'log'>, part: MissingPart): void {
  const parts = logged.get(renderer.programs) ?? new Set();
  logged.set(renderer.programs, parts);
  if (parts.has(part)) return;
  parts.add(part);
  log.warn(
    { part },
    'A rendition or text is simplified or missing because a program is not installed; see carrel doctor.',
  );
}
