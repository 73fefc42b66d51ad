import { type Brand, brandName, renderEmail } from '../../platform/mail/render-email.ts';

/** To the previous address of a user whose email address was changed; `email` null: by a program. */
export function renderAddressChangedEmail(
  brand: Brand,
  user: { name: string; email: string },
  change: { email: string; changedBy: { name: string; email: string | null } },
) {
  const { name, email } = change.changedBy;
  const who = email === null ? name : `${name} (${email})`;
  return renderEmail(brand, {
    subject: `Your email address in ${brandName(brand)} was changed`,
    paragraphs: [
      `Hello ${user.name},`,
      `${who} changed the email address of your account from ${user.email} to ${change.email}. Use the new address to sign in. We’ll send emails to it from now on.`,
      'If you didn’t expect this change, contact your site admin right away.',
    ],
  });
}
