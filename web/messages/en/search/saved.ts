/** English messages of saved searches with a query, and their alerts. */

export const savedMessages = {
  save: 'Save search',
  one: 'Saved search',
  alert: 'Notify me of new matches',
  alertText: 'In the app and by email, at most once an hour.',
  /** For a name that is taken, and for too many searches or alerts. */
  refused:
    'This name is already taken, or you have 50 saved searches or 20 alerts. Choose another name, or delete a saved search.',
  turnOn: (name: string) => `Notify me of new matches of “${name}”`,
  turnedOn: (name: string) => `You’ll be notified of new matches of “${name}”.`,
  turnedOff: (name: string) => `You’ll no longer be notified of new matches of “${name}”.`,
  rename: (name: string) => `Rename search “${name}”`,
  renameTitle: 'Rename search',
  renamed: (name: string) => `Search renamed to “${name}”.`,
  gone: 'This saved search no longer exists.',
  all: 'All saved searches',
} as const;
