import type { ObjectKey } from '../../api/keys.ts';

const PATHS = { library: 'libraries', folder: 'folders', document: 'documents' } as const;

/** The address of an object, for people with access. */
export const addressOf = ({ kind, id }: ObjectKey) => `${window.location.origin}/${PATHS[kind]}/${id}`;
