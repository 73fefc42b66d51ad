/** English messages of the list below the search field. */

export const suggestionMessages = {
  title: 'Suggestions',
  everything: (text: string) => `Search everything for “${text}”`,
  clear: 'Clear recent searches',
  remove: (q: string) => `Remove “${q}” from recent searches (Delete)`,
  documentsOf: (name: string) => `Documents created by ${name}`,
} as const;
