/** What has folders in it. */
export type ContainerKey = { kind: 'library' | 'folder'; id: number };

/** What can be renamed, moved and deleted. */
export type ItemKey = { kind: 'folder' | 'document'; id: number };
