/** English messages of the trash page for site admins. */

export const adminTrashMessages = {
  title: 'Shared trash',
  text: 'Items deleted from shared libraries, newest first. Items from personal libraries are in their owners’ trash.',
  none: 'Trash is empty. Items deleted from shared libraries will appear here.',
  noneMatches: 'No items match these filters.',
  operator: 'the server operator',
  columns: { item: 'Item', location: 'Location', deletedBy: 'Deleted by', deleted: 'Deleted', size: 'Size' },
  filters: {
    label: 'Filters',
    name: 'Name',
    library: 'Library',
    anyLibrary: 'Any library',
    deletedBy: 'Deleted by',
    deletedByHint: 'Name or email',
  },
} as const;
