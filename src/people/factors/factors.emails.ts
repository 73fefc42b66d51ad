/** Emails about changes of second factors. They go to the owner of the account, no matter who made the change. */
import { type Brand, brandName, renderEmail } from '../../platform/mail/render-email.ts';

type Owner = { name: string; email: string };

/** A change of the second factors of an account. */
export type FactorNotice =
  | { kind: 'added'; factor: string }
  | { kind: 'changed'; factor: string }
  | { kind: 'removed'; factor: string; isLast: boolean }
  | { kind: 'codesCreated' }
  | { kind: 'codeUsed'; remaining: number }
  | { kind: 'copied'; passkey: string }
  | { kind: 'reset'; by: string | null };

export function renderFactorEmail(brand: Brand, owner: Owner, notice: FactorNotice) {
  const write = WRITERS[notice.kind] as (notice: FactorNotice, email: string, name: string) => Content;
  const { subject, text } = write(notice, owner.email, brandName(brand));
  return renderEmail(brand, {
    subject,
    paragraphs: [
      `Hello ${owner.name},`,
      ...text,
      'If this wasn’t you, change your password right away and contact your site admin.',
    ],
  });
}

type Content = { subject: string; text: string[] };

type Writers = {
  [Kind in FactorNotice['kind']]: (
    notice: Extract<FactorNotice, { kind: Kind }>,
    email: string,
    name: string,
  ) => Content;
};

const WRITERS: Writers = {
  added: ({ factor }, email, name) => ({
    subject: `Two-step verification was added to your ${name} account`,
    text: [`${factor} was added to the account ${email}. You can use it to sign in.`],
  }),
  changed: ({ factor }, email, name) => ({
    subject: `Two-step verification was changed in your ${name} account`,
    text: [`${factor} was replaced for the account ${email}. The previous one no longer works.`],
  }),
  removed: ({ factor, isLast }, email, name) => ({
    subject: `Two-step verification was ${isLast ? 'turned off' : 'changed'} in your ${name} account`,
    text: [`${factor} was removed from the account ${email}.`, ...(isLast ? [TURNED_OFF] : [])],
  }),
  codesCreated: (_notice, email, name) => ({
    subject: `New recovery codes for your ${name} account`,
    text: [`New recovery codes were created for the account ${email}. Earlier codes no longer work.`],
  }),
  codeUsed: ({ remaining }, email, name) => ({
    subject: `A recovery code was used for your ${name} account`,
    text: [`A recovery code was used for the account ${email}. ${codesLeft(remaining)}`],
  }),
  copied: ({ passkey }, email, name) => ({
    subject: `A passkey was refused for your ${name} account`,
    text: [
      `The passkey “${passkey}” of the account ${email} was refused, because it may have been copied. Remove it and add a new one.`,
    ],
  }),
  reset: ({ by }, email, name) => ({
    subject: `Two-step verification was reset in your ${name} account`,
    text: [
      `${by ?? 'The operator of the service'} removed all second factors and recovery codes from the account ${email}, and signed it out everywhere. ${TURNED_OFF}`,
    ],
  }),
};

const TURNED_OFF = 'Your password alone now signs you in, until you set up two-step verification again.';

function codesLeft(remaining: number): string {
  if (remaining === 0) return 'No codes are left. Create new ones in Account security.';
  return remaining === 1 ? '1 code is left.' : `${remaining} codes are left.`;
}
