import type { Permission } from './answers.ts';

/** What has folders in it. */
export type ContainerKey = { kind: 'library' | 'folder'; id: number };

/** What can be renamed, moved and deleted. */
export type ItemKey = { kind: 'folder' | 'document'; id: number };

/** What has permissions. */
export type ObjectKey = ContainerKey | ItemKey;

export type Right = Permission['Allow'][number];

/** What is saved of an entry of permissions. */
export type PermissionEntry = Pick<Permission, 'UserId' | 'GroupId' | 'Allow' | 'Deny' | 'ExpiresOn'>;

/** What a document must carry to be found. */
export type TagCriterion = { tagTypeId: number; value: string };
