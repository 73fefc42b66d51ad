/** Email templates with one-time links. */
import { type Brand, brandName, renderEmail } from '../../platform/mail/render-email.ts';

/** To a new user, who sets the first password with it. */
export function renderInvitationEmail(brand: Brand, user: { name: string; email: string }, url: string) {
  const name = brandName(brand);
  return renderEmail(brand, {
    subject: `You’re invited to ${name}`,
    paragraphs: [
      `Hello ${user.name},`,
      `An account was created for you in ${name}. Set a password to get started, then sign in as ${user.email}.`,
    ],
    action: { label: 'Set password', url },
    note: 'This link can be used once and expires in 7 days.',
  });
}

/** To a user who requested a password reset. `deployment`: the name of the deployment, if the address may have accounts in several. */
export function renderPasswordResetEmail(
  brand: Brand,
  user: { name: string; email: string; deployment: string | null },
  url: string,
) {
  const name = user.deployment ?? brandName(brand);
  return renderEmail(brand, {
    subject: `Reset your ${name} password`,
    paragraphs: [`Hello ${user.name},`, `We received a request to reset the password for ${user.email} in ${name}.`],
    action: { label: 'Reset password', url },
    note: 'This link can be used once and expires in 1 hour. Resetting your password signs you out everywhere and revokes your API tokens. If you didn’t request this, you can ignore this email.',
  });
}
