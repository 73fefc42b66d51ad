/** Properties that the items of a listing have on request (docs/api/folders.md#additional-properties). */
export const EXPANSIONS = ['modifiedBy', 'shared', 'tags'] as const;

export type Expansion = (typeof EXPANSIONS)[number];
