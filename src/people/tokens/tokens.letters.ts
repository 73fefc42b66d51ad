import { type Brand, brandName, printLetter } from '../../platform/mail/letter.ts';

/** Tells a person that a site admin created a token for their account. The token itself is not in it. */
export function foreignTokenLetter(
  brand: Brand,
  owner: { name: string; email: string },
  token: { name: string; madeBy: { name: string; email: string } },
) {
  const { name, madeBy } = token;
  return printLetter(brand, {
    subject: `An API token was created for your account in ${brandName(brand)}`,
    paragraphs: [
      `Hello ${owner.name},`,
      `${madeBy.name} (${madeBy.email}) created the API token “${name}” for your account ${owner.email}.`,
      'A program that has the token can do everything that you can do. You can see when it was last used, and revoke it, in your account settings under API tokens.',
    ],
  });
}
