import type { Deps } from '../platform/deps.ts';
import { LACKS, isAtLeast } from '../platform/rendering/isolation/levels.ts';

/** Logs the isolation of thumbnail rendering; a warning if there is none or less than required. */
export async function logIsolation({ renderer, config, log }: Deps): Promise<void> {
  const { level } = await renderer.isolation();
  const entry = { isolation: level, lacks: LACKS[level], required: config.rendererIsolation };
  if (!isAtLeast(level, config.rendererIsolation))
    log.warn(entry, 'No thumbnails are rendered at this isolation level.');
  else if (level === 'none') log.warn(entry, 'Thumbnails are rendered without isolation.');
  else log.info(entry, 'Thumbnails are rendered in isolation.');
}
