import { type Brand, brandName, renderEmail } from '../../platform/mail/render-email.ts';

/** To a person who must set up a second factor. */
export function renderFactorRequiredEmail(
  brand: Brand,
  person: { name: string; email: string },
  { until, url }: { until: string; url: string },
) {
  const name = brandName(brand);
  return renderEmail(brand, {
    subject: `Set up two-step verification for your ${name} account`,
    paragraphs: [
      `Hello ${person.name},`,
      `Your site admin requires two-step verification for the account ${person.email}. Set it up by ${until}. After that, you can’t use ${name} until it is set up.`,
      'It takes a few minutes. You need a phone with an authenticator app, such as Google Authenticator or 1Password.',
    ],
    action: { label: 'Set up two-step verification', url },
    note: 'API tokens keep working.',
  });
}
