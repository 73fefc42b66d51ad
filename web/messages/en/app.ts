/** English messages around the pages of people with an account. */
import { formatNumber } from '../../formatters.ts';

export const appMessages = {
  title: (page: string, brand: string) => `${page} · ${brand}`,
  skip: 'Skip to content',
  nav: 'Main',
  libraries: 'Libraries',
  shared: 'Shared with me',
  sharedShort: 'Shared',
  trash: 'Trash',
  search: {
    label: 'Search',
    placeholder: 'Search in documents',
    options: 'Search options',
    inPlace: (path: string) => `in ${path}`,
  },
  factorRule: {
    due: (time: string) => `Two-step verification is required for your account. Set it up by ${time}.`,
    setUp: 'Set it up',
  },
  user: {
    menu: (name: string) => `Account of ${name}`,
    profile: 'Profile',
    account: 'Account security',
    outbox: 'Outbox',
    reference: 'API reference',
    signOut: 'Sign out',
    signOutOfAll: 'Sign out of all accounts',
  },
  account: {
    title: 'Account security',
    password: 'Change password',
    current: 'Current password',
    change: 'Change password',
    changed: 'Password changed. You’re signed out everywhere else.',
    wrong: 'The current password is incorrect.',
    revokeTokens: 'Also revoke all my API tokens',
    revokeTokensHint: 'Programs that use them will stop working.',
  },
  notices: { region: 'Messages', undo: 'Undo', close: 'Close' },
  dialog: {
    close: 'Close',
    cancel: 'Cancel',
    discardTitle: 'Discard what you entered?',
    keepEditing: 'Keep editing',
    discard: 'Discard',
  },
  /** The button of the actions beside the main one on a phone. */
  more: 'More actions',
  uploads: {
    region: 'Uploads',
    unfinished: (count: number) => (count === 1 ? '1 interrupted upload' : `${count} interrupted uploads`),
    hide: 'Hide uploads',
    show: 'Show uploads',
  },
  table: {
    actions: 'Actions',
    actionsOf: (name: string) => `Actions for ${name}`,
    select: (name: string) => `Select ${name}`,
    selectAll: 'Select all shown',
    selection: 'Selection',
    selected: (count: number) => `${formatNumber(count)} selected`,
    clear: 'Clear selection',
  },
} as const;
