/** English messages of the shared libraries page for site admins. */

export const adminLibraryMessages = {
  section: 'Libraries',
  title: 'Shared libraries',
  text: 'Libraries of your organization. Share a library to give people access.',
  none: 'No shared libraries yet. Create one for documents that people work on together.',
  add: 'New library',
  name: 'Library name',
  create: 'Create',
  created: (name: string) => `Library “${name}” created.`,
  permit: 'Give access',
  taken: 'A library with this name already exists.',
  rename: 'Rename',
  renameOf: (name: string) => `Rename library “${name}”`,
  renamed: (name: string) => `Library renamed to “${name}”.`,
  remove: 'Delete',
  removal: {
    title: (name: string) => `Delete library “${name}”?`,
    text: 'The library and everything in it move to trash. No one can open it until a site admin restores it.',
    action: 'Delete library',
    done: (name: string) => `Library “${name}” moved to trash.`,
  },
} as const;
