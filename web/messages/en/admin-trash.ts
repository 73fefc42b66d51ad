/** Texts of the trash of a deployment, in English. */

export const adminTrashMessages = {
  section: 'Trash',
  title: 'Trash of the deployment',
  text: 'What anybody has deleted from corporate libraries, newest first. Personal libraries have their own.',
  none: 'Nothing from corporate libraries is in the trash.',
  noneMatches: 'Nothing like that is in the trash.',
  by: (email: string | null) => `by ${email ?? 'the operator'}`,
  filters: {
    label: 'What is listed',
    library: 'Library',
    anyLibrary: 'Any library',
    deletedBy: 'Deleted by',
    deletedByHint: 'A name or an address.',
  },
} as const;
