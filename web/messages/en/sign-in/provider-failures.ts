import type { ProviderTestOutcome } from '../../../api/answers.ts';

type Failure = NonNullable<ProviderTestOutcome['Failure']>;

/** Why a sign-in with an identity provider failed. `name`: of the provider. */
export const providerFailures = {
  Unavailable: (name: string) => `We can’t reach ${name} right now. Try again in a few minutes.`,
  Misconfigured: (name: string) => `The connection to ${name} isn’t set up correctly. Tell your site admin.`,
  Denied: (name: string) => `You weren’t signed in, because ${name} declined or you canceled.`,
  Expired: () => 'Your sign-in took too long, was already used, or began in another browser.',
  Invalid: (name: string) => `We couldn’t verify the response from ${name}. If it happens again, tell your site admin.`,
  Clock: (name: string) => `The clocks of this service and ${name} differ. Tell your site admin.`,
  Disabled: () => 'You can no longer sign in this way. Ask your site admin.',
  Unverified: (name: string) =>
    `${name} hasn’t verified your email address. Verify it there, or sign in with your password and connect your account under “Account security”.`,
  NoAccount: (name: string) =>
    `No account here belongs to your sign-in with ${name}. If you have an account, sign in with your password and connect it under “Account security”. Otherwise ask your site admin.`,
  Inactive: () => 'Your account is deactivated. Ask your site admin.',
  Taken: (name: string) => `Your account is connected to another sign-in with ${name}. Ask your site admin.`,
  TooMany: () => 'Too many attempts. Try again in a few minutes.',
} as const satisfies Record<Failure, (name: string) => string>;
