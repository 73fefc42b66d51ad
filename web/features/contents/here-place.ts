/** The places within a share, in its address. */

export type HerePlace = { folder?: number; document?: number };

/** The search parameters of a place in the share of this address. */
export function searchOf(
  { recipient }: { recipient?: string | undefined },
  { folder, document }: HerePlace,
): { recipient?: string; folder?: string; document?: string } {
  return {
    ...(recipient === undefined ? {} : { recipient }),
    ...(folder === undefined ? {} : { folder: String(folder) }),
    ...(document === undefined ? {} : { document: String(document) }),
  };
}
