/** The entries of one object as they are being changed. Pure. */
import type { Permission } from '../../api/answers.ts';
import type { PermissionEntry, Right } from '../../api/keys.ts';
import type { Suggestion } from '../sharing/suggestion.ts';

export const ALL_RIGHTS: Right[] = ['Read', 'Write', 'Delete', 'Grant'];

/** What an entry says of a right. */
export type RightState = 'none' | 'allow' | 'deny';

/** An entry that is being changed; `key` is that of suggestions. */
export type DraftEntry = PermissionEntry & { key: string; Name: string };

/** The object's own entries, of those that a list of all has. */
export function draftOf(permissions: Permission[]): DraftEntry[] {
  return permissions.filter(({ Inherited }) => Inherited !== true).map((entry) => ({ ...entry, key: keyOf(entry) }));
}

/** Somebody new, who may read at first. */
export function entryFor({ kind, id, key, name }: Suggestion): DraftEntry {
  const subject = kind === 'user' ? { UserId: id } : { GroupId: id };
  return { ...subject, key, Name: name, Allow: ['Read'], Deny: [] };
}

export function stateOf({ Allow, Deny }: PermissionEntry, right: Right): RightState {
  if (Deny.includes(right)) return 'deny';
  return Allow.includes(right) ? 'allow' : 'none';
}

/** The entry with another word on a right. Whoever may do more may read: that is t then, too. */
export function withRight(entry: DraftEntry, right: Right, state: RightState): DraftEntry {
  const without = (rights: Right[]) => rights.filter((other) => other !== right);
  const changed = { ...entry, Allow: without(entry.Allow), Deny: without(entry.Deny) };
  if (state === 'deny') return { ...changed, Deny: inOrder([...changed.Deny, right]) };
  if (state === 'none') return changed;
  const read: Right[] = stateOf(changed, 'Read') === 'none' ? ['Read'] : [];
  return { ...changed, Allow: inOrder([...changed.Allow, ...read, right]) };
}

/** The entry with another end; undefined: none. */
export function withEnd({ ExpiresOn: _former, ...entry }: DraftEntry, end: string | undefined): DraftEntry {
  return end === undefined ? entry : { ...entry, ExpiresOn: end };
}

/** Whether it says nothing at all, which the server refuses. */
export const saysNothing = ({ Allow, Deny }: PermissionEntry): boolean => Allow.length === 0 && Deny.length === 0;

/** What is sent. */
export function entriesOf(draft: DraftEntry[]): PermissionEntry[] {
  return draft.map(({ key: _key, Name: _name, ...entry }) => entry);
}

/** Whether both would be sent alike. */
export function isSame(one: DraftEntry[], other: DraftEntry[]): boolean {
  const state = (draft: DraftEntry[]) =>
    JSON.stringify(
      draft
        .map(({ key, Allow, Deny, ExpiresOn = '' }) => [key, inOrder(Allow).join(), inOrder(Deny).join(), ExpiresOn])
        .toSorted(([a = ''], [b = '']) => (a < b ? -1 : 1)),
    );
  return state(one) === state(other);
}

const keyOf = ({ UserId, GroupId }: Permission) => (UserId === undefined ? `group-${GroupId}` : `user-${UserId}`);

const inOrder = (rights: Right[]) => ALL_RIGHTS.filter((right) => rights.includes(right));
