import { formatMailTime } from '../../platform/mail/mail-time.ts';
import { type Brand, renderEmail } from '../../platform/mail/render-email.ts';
import type { ObjectKind } from '../../library/permissions/permissions.queries.ts';
import type { Role } from '../../library/rights/roles.ts';
import { splitParagraphs } from '../share-creation/shares.emails.ts';

/** The access that an email is about. `url`: the page of the object in the app. */
export type AccessNews = {
  kind: ObjectKind;
  name: string;
  role: Role;
  expiresAt: string | null;
  message: string | null;
  url: string;
};

const ROLE_WORDS: Record<Role, string> = {
  Viewer: 'view it',
  Editor: 'view and edit it',
  Manager: 'view and edit it, and manage who has access',
};

/** To a user who was given access; `timeZone` null: UTC. */
export function renderAccessEmail(
  brand: Brand,
  giver: { name: string; email: string },
  news: AccessNews,
  timeZone: string | null,
) {
  const { kind, name, role, expiresAt, message, url } = news;
  const opening = `${giver.name} (${giver.email}) gave you access to the ${kind} “${name}”. You can ${ROLE_WORDS[role]}.`;
  const quoted = message === null ? [] : [`Message from ${giver.name}:`, ...splitParagraphs(message)];
  return renderEmail(brand, {
    subject: `${giver.name} gave you access to “${name}”`,
    paragraphs: [opening, ...quoted],
    action: { label: `Open ${kind}`, url },
    note: ['Sign in with your account to open it.', ...describeEnd(expiresAt, timeZone)].join(' '),
  });
}

function describeEnd(expiresAt: string | null, timeZone: string | null): string[] {
  return expiresAt === null ? [] : [`Your access expires on ${formatMailTime(expiresAt, timeZone)}.`];
}
