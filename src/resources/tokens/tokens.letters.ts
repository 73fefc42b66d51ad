import { type Brand, brandName, printLetter } from '../../platform/mail/letter.ts';

/** Tells a person that somebody else made a token with which one can act as them. The token is not in it. */
export function foreignTokenLetter(
  brand: Brand,
  owner: { name: string; email: string },
  token: { name: string; madeBy: { name: string; email: string } },
) {
  const { name, madeBy } = token;
  return printLetter(brand, {
    subject: `An API token was made for your account in ${brandName(brand)}`,
    paragraphs: [
      `Hello ${owner.name},`,
      `${madeBy.name} (${madeBy.email}) made the API token “${name}” for your account ${owner.email}.`,
      'Programs that are given the token can do whatever you can do. You can revoke it at any time among your API tokens.',
    ],
  });
}
