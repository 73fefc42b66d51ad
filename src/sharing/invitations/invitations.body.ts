/** Reads the body of a request that gives access (docs/api/permissions.md#giving-access). */
import { invalidParameter, missingParameter } from '../../platform/errors.ts';
import { emailKey, parseEmail } from '../../platform/values/email.ts';
import { readEnd } from '../../platform/values/times.ts';
import { ROLES, type Role } from '../../library/rights/roles.ts';
import type { AccessBody } from './invitations.schema.ts';

/** Somebody to invite: a principal (the id of a user, or the negated id of a group) or a canonical address. */
export type Invited = { parameter: string } & ({ principal: number } | { email: string });

export type Invitation = {
  invited: Invited[];
  role: Role;
  /** The rights of the role, as bits. */
  allow: number;
  expiresAt: string | null;
  message: string | null;
  /** Users are emailed, and notified even if they could read the object before. */
  notifiesUsers: boolean;
};

/** 400 for a malformed address, and for an end that is not in the future. */
export function readInvitation({ To, Role: role, ExpiresOn, Message, NotifyUsers }: AccessBody, now: Date): Invitation {
  const end = ExpiresOn === undefined ? null : readEnd(ExpiresOn, 'ExpiresOn').at;
  if (end !== null && end <= now) throw invalidParameter('ExpiresOn', 'ExpiresOn must be in the future.');
  return {
    invited: To.map(readInvited),
    role,
    allow: ROLES[role],
    expiresAt: end?.toISOString() ?? null,
    message: Message ?? null,
    notifiesUsers: NotifyUsers ?? true,
  };
}

function readInvited({ UserId, GroupId, Email }: AccessBody['To'][number], index: number): Invited {
  const at = `To.${index}`;
  const given = [UserId, GroupId, Email].filter((value) => value !== undefined).length;
  if (given !== 1) throw missingParameter(at, 'Each element of To must have exactly one of UserId, GroupId and Email.');
  if (UserId !== undefined) return { parameter: `${at}.UserId`, principal: UserId };
  if (GroupId !== undefined) return { parameter: `${at}.GroupId`, principal: -GroupId };
  const address = parseEmail(Email ?? '');
  if (address === null)
    throw invalidParameter(`${at}.Email`, `This is not an email address: ${shortened(Email ?? '')}`);
  return { parameter: `${at}.Email`, email: emailKey(address) };
}

function shortened(text: string): string {
  return text.replaceAll(/[\s\p{Cc}]+/gu, ' ').slice(0, 100);
}
