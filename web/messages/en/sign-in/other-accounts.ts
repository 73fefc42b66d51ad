/** English messages of several accounts in one browser. */

export const otherAccountMessages = {
  add: 'Add another account',
  list: 'Other accounts',
  switchTo: 'Switch to',
  continueIn: (deployment: string) => `Continue in ${deployment}`,
  signOutFailed: 'Signing out isn’t possible right now. Try again.',
  ended: 'You are signed out of this account. Sign in again.',
  failed: 'Switching isn’t possible right now. Try again.',
} as const;
