import type { RenditionId } from '../renditions/renditions.queries.ts';

/** Identifies a thumbnail of a content. */
export type ThumbnailId = Omit<RenditionId, 'form'>;

/** The thumbnail as a rendition. */
export function thumbnailOf(id: ThumbnailId): RenditionId {
  return { ...id, form: { type: 'thumbnail' } };
}
