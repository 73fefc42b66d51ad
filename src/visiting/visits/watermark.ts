import type { Watermark } from '../../content/renditions/watermarks.ts';
import type { Visit } from './visits.access.ts';

/** The watermark of pictures for this visitor; null if the link has none (docs/api/shares.md#watermark). */
export function watermarkOf({ share, actor }: Visit): Watermark | null {
  if (!share.hasWatermark) return null;
  const email = actor.via.kind === 'visit' ? actor.via.email : null;
  return [email ?? 'Anyone with the link', `${actor.now.toISOString().slice(0, 16).replace('T', ' ')} UTC`];
}
