/** The draft of an object's own entries. Pure functions. */
import type { Permission } from '../../api/answers.ts';
import type { PermissionEntry, Right } from '../../api/keys.ts';
import type { Suggestion } from '../sharing/people/suggestion.ts';

export const ALL_RIGHTS: Right[] = ['Read', 'Write', 'Delete', 'Grant'];

/** The state of a right in an entry. */
export type RightState = 'none' | 'allow' | 'deny';

/** An entry of the draft. `key` is the key of its suggestion. */
export type DraftEntry = PermissionEntry & { key: string; Name: string };

/** The object's own entries out of all entries. */
export function draftOf(permissions: Permission[]): DraftEntry[] {
  return permissions.filter(({ Inherited }) => Inherited !== true).map((entry) => ({ ...entry, key: keyOf(entry) }));
}

/** A new entry, which allows View at first. */
export function entryFor({ kind, id, key, name }: Suggestion): DraftEntry {
  const subject = kind === 'user' ? { UserId: id } : { GroupId: id };
  return { ...subject, key, Name: name, Allow: ['Read'], Deny: [] };
}

export function stateOf({ Allow, Deny }: PermissionEntry, right: Right): RightState {
  if (Deny.includes(right)) return 'deny';
  return Allow.includes(right) ? 'allow' : 'none';
}

/** Changes a right of an entry. Any allowed right includes Read, so Read is allowed too. */
export function withRight(entry: DraftEntry, right: Right, state: RightState): DraftEntry {
  const without = (rights: Right[]) => rights.filter((other) => other !== right);
  const changed = { ...entry, Allow: without(entry.Allow), Deny: without(entry.Deny) };
  if (state === 'deny') return { ...changed, Deny: inOrder([...changed.Deny, right]) };
  if (state === 'none') return changed;
  const read: Right[] = stateOf(changed, 'Read') === 'none' ? ['Read'] : [];
  return { ...changed, Allow: inOrder([...changed.Allow, ...read, right]) };
}

/** Changes the expiration of an entry. Undefined removes it. */
export function withEnd({ ExpiresOn: _former, ...entry }: DraftEntry, end: string | undefined): DraftEntry {
  return end === undefined ? entry : { ...entry, ExpiresOn: end };
}

/** Whether the entry allows and denies nothing, which the server refuses. */
export const saysNothing = ({ Allow, Deny }: PermissionEntry): boolean => Allow.length === 0 && Deny.length === 0;

/** The entries to send. */
export function entriesOf(draft: DraftEntry[]): PermissionEntry[] {
  return draft.map(({ key: _key, Name: _name, ...entry }) => entry);
}

/** Whether both drafts would send the same entries. */
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
