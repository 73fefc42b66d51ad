/** English messages of choosing a deployment at sign-in. */

export const chooseDeploymentMessages = {
  title: 'Choose where to sign in',
  text: (email: string) => `${email} has more than one account with this password.`,
  list: 'Accounts',
  last: 'Last used',
  ended: 'This password no longer works there. Start again.',
  back: 'Start again',
} as const;
