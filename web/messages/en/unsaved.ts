/** English messages of the question on a page with changes that were not saved. */
export const unsavedMessages = {
  title: 'Discard unsaved changes?',
  text: 'You have changes that aren’t saved.',
  leave: 'Discard changes',
  stay: 'Keep editing',
} as const;
