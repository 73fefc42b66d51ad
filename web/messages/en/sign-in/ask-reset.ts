/** English messages of the page that asks for a link to reset a password. */
export const askResetMessages = {
  title: 'Forgot your password?',
  explanation: 'Enter your email and we’ll send you a link to reset your password.',
  submit: 'Send link',
  done: (email: string) => `If an account exists for ${email}, we’ve sent a link to it. The link expires in 1 hour.`,
  back: 'Back to sign in',
} as const;
