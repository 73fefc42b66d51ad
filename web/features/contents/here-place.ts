/** The places within a share, in its address. */

/** `q`: the search that shows the place, or found it. */
export type HerePlace = { folder?: number; document?: number; q?: string };

/** The search parameters of a place in the share of this address. */
export function searchOf(
  { recipient }: { recipient?: string | undefined },
  { folder, document, q }: HerePlace,
): { recipient?: string; folder?: string; document?: string; q?: string } {
  return {
    ...(recipient === undefined ? {} : { recipient }),
    ...(folder === undefined ? {} : { folder: String(folder) }),
    ...(document === undefined ? {} : { document: String(document) }),
    ...(q === undefined ? {} : { q }),
  };
}
