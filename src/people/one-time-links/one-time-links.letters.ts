/** What the mails with one-time links say. */
import { type Brand, brandName, printLetter } from '../../platform/mail/letter.ts';

/** The mail that brings a new user in. */
export function invitationLetter(brand: Brand, user: { name: string; email: string }, url: string) {
  const name = brandName(brand);
  return printLetter(brand, {
    subject: `Your invitation to ${name}`,
    paragraphs: [
      `Hello ${user.name},`,
      `You have an account in ${name}. Choose a password to start. Sign in as ${user.email}.`,
    ],
    action: { label: 'Choose a password', url },
    note: 'The link works once. It expires in 7 days.',
  });
}

/** The mail to somebody who has forgotten the password. */
export function passwordResetLetter(brand: Brand, user: { name: string; email: string }, url: string) {
  const name = brandName(brand);
  return printLetter(brand, {
    subject: `Reset your password for ${name}`,
    paragraphs: [`Hello ${user.name},`, `We received a request to reset the password of ${user.email} in ${name}.`],
    action: { label: 'Choose a new password', url },
    note: 'The link works once. It expires in one hour. A reset signs you out everywhere and revokes your API tokens. If you didn’t request it, you can ignore this email.',
  });
}
