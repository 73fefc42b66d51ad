import { type Brand, brandName, printLetter } from '../../platform/mail/letter.ts';

/** Tells a person at the address they had that their account has another one from now on. */
export function addressChangedLetter(
  brand: Brand,
  user: { name: string; email: string },
  change: { email: string; changedBy: { name: string; email: string } },
) {
  const { name, email } = change.changedBy;
  return printLetter(brand, {
    subject: `The address of your account in ${brandName(brand)} was changed`,
    paragraphs: [
      `Hello ${user.name},`,
      `${name} (${email}) changed the address of your account from ${user.email} to ${change.email}. From now on you sign in with the new one, and mail goes there.`,
      'If you did not expect this, ask your site administrator at once.',
    ],
  });
}
