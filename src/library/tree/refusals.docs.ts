/** Refusals that many operations of the library give in the same words. */

const gone = (kind: string) => `No such ${kind} exists, or it is in the trash.`;
const lacks = (right: string, kind: string) => `You lack ${right} on the ${kind}.`;

/** 403 and 404 of an operation that requires a right on a thing. */
export const requires = (right: string, kind: string) => ({ 403: lacks(right, kind), 404: gone(kind) });

/** 304 and 412 of a read that carries an ETag. */
export const CONDITIONAL = {
  304: { description: 'Your copy is current.', headers: ['ETag'] },
  412: 'The thing has changed.',
} as const;

/** An answer with validators. */
export const tagged = (description: string) => ({ description, headers: ['ETag', 'Last-Modified'] }) as const;

/** An answer to a write, with the tag of the new state. */
export const changed = (description: string) => ({ description, headers: ['ETag'] }) as const;

/** A created thing. */
export const created = (description: string) => ({ description, headers: ['Location', 'ETag'] }) as const;

/** 409 of a deletion. */
export const NOT_IN_TRASH = 'With `onlyInTrash=true`: the item is not in the trash.';
