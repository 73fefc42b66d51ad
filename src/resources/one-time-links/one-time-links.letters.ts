/** What the mails with one-time links say. */
import { type Brand, brandName, printLetter } from '../../platform/mail/letter.ts';

/** The mail that brings a new user in. */
export function invitationLetter(brand: Brand, user: { name: string; email: string }, url: string) {
  const name = brandName(brand);
  return printLetter(brand, {
    subject: `Your invitation to ${name}`,
    paragraphs: [
      `Hello ${user.name},`,
      `an account was made for you in ${name}. Choose a password to start; you sign in as ${user.email}.`,
    ],
    action: { label: 'Choose a password', url },
    note: 'The link works once and for 7 days.',
  });
}

/** The mail to somebody who has forgotten the password. */
export function passwordResetLetter(brand: Brand, user: { name: string; email: string }, url: string) {
  const name = brandName(brand);
  return printLetter(brand, {
    subject: `Reset your password for ${name}`,
    paragraphs: [
      `Hello ${user.name},`,
      `somebody, hopefully you, asked for a new password for ${user.email} in ${name}.`,
    ],
    action: { label: 'Choose a new password', url },
    note: 'The link works once and for one hour. If it was not you, nothing needs to be done: your password stays as it is.',
  });
}
