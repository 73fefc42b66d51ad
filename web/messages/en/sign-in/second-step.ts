/** English messages of the second step of signing in. */

export const secondStepMessages = {
  title: 'Two-step verification',
  passkey: {
    text: 'Confirm that it’s you with a passkey.',
    submit: 'Use a passkey',
    other: 'Use a passkey',
  },
  totp: {
    text: 'Enter the 6-digit code from your authenticator app.',
    label: '6-digit code',
    other: 'Enter a code from your authenticator app',
  },
  recovery: {
    text: 'Enter one of the recovery codes that you saved. Each works once.',
    label: 'Recovery code',
    other: 'Use a recovery code',
  },
  submit: 'Sign in',
  wrong: 'Incorrect code, or it was already used.',
  ended: 'This sign-in has expired. Start again.',
  back: 'Start again',
  lost: 'No longer have any of these? Ask your site admin to reset two-step verification.',
} as const;
