/** English messages of several accounts in one browser. */

export const otherAccountMessages = {
  add: 'Add another account',
  list: 'Other accounts',
  switchTo: 'Switch to',
  continueIn: (deployment: string) => `Continue in ${deployment}`,
  signOutFailed: 'Couldn’t sign out. Try again.',
  ended: 'You are signed out of this account. Sign in again.',
  failed: 'Couldn’t switch accounts. Try again.',
} as const;
