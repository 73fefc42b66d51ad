import { type Brand, brandName, renderEmail } from '../../platform/mail/render-email.ts';

/** To a user for whose account a site admin created or rotated a token. The email doesn't contain the token. */
export function renderTokenCreatedEmail(
  brand: Brand,
  owner: { name: string; email: string },
  token: { name: string; verb: 'created' | 'rotated'; madeBy: { name: string; email: string } },
) {
  const { name, verb, madeBy } = token;
  return renderEmail(brand, {
    subject: `An API token was ${verb} for your account in ${brandName(brand)}`,
    paragraphs: [
      `Hello ${owner.name},`,
      `${madeBy.name} (${madeBy.email}) ${verb} the API token “${name}” for your account ${owner.email}.`,
      'Programs that use this token act as you. To see what it can do, when it was last used or to revoke it, go to Account security, then API tokens.',
    ],
  });
}
