/** Messages of the person's accounts at identity providers. */
export const identityMessages = {
  title: 'Connected sign-ins',
  text: 'Sign in here with an account that you have elsewhere.',
  connected: (email: string | null, date: string) =>
    email === null ? `Connected ${date}` : `${email}, connected ${date}`,
  connect: (provider: string) => `Connect ${provider}`,
  disconnect: 'Disconnect',
  disconnectOf: (provider: string) => `Disconnect ${provider}`,
  last: 'You couldn’t sign in without this connection. Set a password first.',
  unavailable: 'The provider can’t be reached right now. Try again in a few minutes.',
  failures: {
    Taken: 'This account is connected to someone else here, or your account is connected to a different one.',
    Denied: 'Nothing was connected, because the provider declined or you canceled.',
    other: 'The account couldn’t be connected. Try again.',
  },
} as const;
