/** The people in the share dialog and their access, and the request that gives it. Pure functions. */
import type { FolderAccessCreate, LibraryAccessCreate, Place, SharingRules } from '../../../api/answers.ts';
import type { ObjectKey } from '../../../api/keys.ts';
import type { Suggestion } from '../people/suggestion.ts';
import { type ShareDraft, endOfDay, initialDraft, toLinkRequest } from '../share-draft.ts';

export type Role = Place['Roles'][number];

/** A colleague, a group, or an address that does not belong to a known colleague. */
export type Invitee =
  | { kind: 'user' | 'group'; key: string; id: number; name: string; note: string }
  | { kind: 'address'; key: string; name: string };

export type InviteDraft = {
  invitees: Invitee[];
  role: Role;
  /** The last day of the access of colleagues and groups; empty: no end. */
  endsOn: string;
  /** The link for addresses, and the message. */
  link: ShareDraft;
};

export type AccessRequest = LibraryAccessCreate & Pick<FolderAccessCreate, 'Link'>;

export function initialInvitation(rules: SharingRules, roles: Role[]): InviteDraft {
  return { invitees: [], role: roles[0] ?? 'Viewer', endsOn: '', link: initialDraft(rules) };
}

export const inviteeOf = ({ kind, key, id, name, note }: Suggestion): Invitee => ({ kind, key, id, name, note });

export const addressOf = (address: string): Invitee => ({ kind: 'address', key: address, name: address });

export const outsidersOf = (invitees: Invitee[]): string[] =>
  invitees.filter(({ kind }) => kind === 'address').map(({ name }) => name);

export const colleaguesOf = (invitees: Invitee[]): string[] =>
  invitees.filter(({ kind }) => kind !== 'address').map(({ name }) => name);

/** The request of a draft. Libraries have no links, so the server refuses addresses without an account there. */
export function toAccessRequest({ invitees, role, endsOn, link }: InviteDraft, kind: ObjectKey['kind']): AccessRequest {
  const people = outsidersOf(invitees);
  const message = link.message.trim() === '' ? {} : { Message: link.message };
  return {
    To: invitees.map(recipientOf),
    Role: role,
    ...(endsOn === '' ? {} : { ExpiresOn: endOfDay(endsOn) }),
    ...message,
    ...(people.length > 0 && kind !== 'library' ? { Link: toLinkRequest({ ...link, people }) } : {}),
  };
}

function recipientOf(invitee: Invitee): AccessRequest['To'][number] {
  if (invitee.kind === 'address') return { Email: invitee.name };
  return invitee.kind === 'user' ? { UserId: invitee.id } : { GroupId: invitee.id };
}
