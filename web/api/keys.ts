import type { Permission } from './answers.ts';

/** A library or folder. */
export type ContainerKey = { kind: 'library' | 'folder'; id: number };

/** A folder or document. */
export type ItemKey = { kind: 'folder' | 'document'; id: number };

/** Any object that has permissions. */
export type ObjectKey = ContainerKey | ItemKey;

export type Right = Permission['Allow'][number];

/** The part of a permission entry that is saved. */
export type PermissionEntry = Pick<Permission, 'UserId' | 'GroupId' | 'Allow' | 'Deny' | 'ExpiresOn'>;

/** One condition of a tag search. */
export type TagCriterion = { tagTypeId: number; value: string };

/** A query with its filters. Null and empty ones don't narrow the search. */
export type SearchRequest = {
  q: string;
  type: string | null;
  libraryId: number | null;
  folderId: number | null;
  /** A UserId. */
  owner: number | null;
  year: number | null;
  /** `Name=Value` each. */
  tags: string[];
};
