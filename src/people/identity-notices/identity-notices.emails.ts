import { type Brand, brandName, renderEmail } from '../../platform/mail/render-email.ts';

/** A change of the ways to sign in. `identity`: the address at the provider, if it sends one. */
export type IdentityNotice = { kind: 'connected' | 'disconnected'; provider: string; identity: string | null };

/** Goes to the owner of the account, no matter who made the change. */
export function renderIdentityEmail(
  brand: Brand,
  owner: { name: string; email: string },
  { kind, provider, identity }: IdentityNotice,
) {
  const account = identity === null ? `“${provider}”` : `“${provider}” (${identity})`;
  const [subject, text] =
    kind === 'connected'
      ? [
          `You can now sign in to ${brandName(brand)} with “${provider}”`,
          `${account} was connected to your account ${owner.email}. It can be used to sign in.`,
        ]
      : [
          `“${provider}” was disconnected from your ${brandName(brand)} account`,
          `${account} was disconnected from your account ${owner.email}. It can no longer be used to sign in.`,
        ];
  return renderEmail(brand, {
    subject,
    paragraphs: [
      `Hello ${owner.name},`,
      text,
      'If this wasn’t you, sign in, check your connected accounts in Account security, and contact your site admin.',
    ],
  });
}
