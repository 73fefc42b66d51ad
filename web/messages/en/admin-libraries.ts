/** Texts of the page about corporate libraries, for site admins, in English. */

export const adminLibraryMessages = {
  section: 'Libraries',
  title: 'Shared libraries',
  text: 'Libraries that belong to nobody in particular. Their permissions say who may do what.',
  none: 'There is no shared library yet.',
  add: 'New library',
  name: 'Name of the library',
  make: 'Make the library',
  made: (name: string) => `The library “${name}” was made.`,
  permit: 'Set permissions',
  taken: 'There is a library of this name.',
  rename: 'Rename',
  renameOf: (name: string) => `Rename the library “${name}”`,
  renamed: (name: string) => `The library is called “${name}” now.`,
  permissionsOf: (name: string) => `Permissions of ${name}`,
  remove: 'Delete',
  removal: {
    title: (name: string) => `Delete the library “${name}”?`,
    text: 'It goes to the trash with all that is in it. Nobody can open it until a site admin restores it.',
    action: 'Delete the library',
    done: (name: string) => `The library “${name}” went to the trash.`,
  },
} as const;
