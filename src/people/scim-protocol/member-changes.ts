/** Changes of the members of a group, joined so that thousands of them take few statements. */
import { parseId } from '../../platform/values/ids.ts';
import type { Filter } from './filters.ts';
import { readPath } from './paths.ts';
import { type Json, type Operation, member } from './requests.ts';
import { scimError } from './scim-errors.ts';
import { GROUP_URN } from './schemas.ts';

/** `only`: the group then has these members. `delta`: no id is in both sets. `matching`: members that meet it leave. */
export type MemberChange =
  | { kind: 'only'; ids: Set<number> }
  | { kind: 'delta'; added: Set<number>; removed: Set<number> }
  | { kind: 'matching'; filter: Filter };

/** Undefined: unchanged; `externalId` null: removed. */
export type GroupDraft = { displayName?: string; externalId?: string | null; members: MemberChange[] };

/** The most members that one request names. */
const MAX_MEMBERS = 20_000;
const MAX_FILTERS = 20;

/** The draft of operations, in their order. Attributes that are not supported are ignored; malformed ones are 400. */
export function readGroupOperations(operations: Operation[]): GroupDraft {
  const draft: GroupDraft = { members: [] };
  for (const { op, path, value } of operations) {
    if (path !== undefined) set(draft, op, path, op === 'remove' ? { value, isRemoved: true } : { value });
    else if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      throw scimError('invalidValue', 'Without a path, the value must be an object.');
    } else {
      for (const [name, one] of Object.entries(value)) {
        if (name.toLowerCase() !== 'schemas') set(draft, op, name, { value: one });
      }
    }
  }
  assertLimits(draft.members);
  return draft;
}

/** The draft of a body of POST or PUT, which sets `displayName`. Without `members` those stay. */
export function readGroup(body: Json): GroupDraft & { displayName: string } {
  const { displayName, externalId, members } = readGroupOperations([{ op: 'replace', path: undefined, value: body }]);
  if (displayName === undefined) throw scimError('invalidValue', 'displayName is required.');
  return { displayName, externalId: externalId ?? null, members };
}

type Given = { value: unknown; isRemoved?: boolean };

function set(draft: GroupDraft, op: Operation['op'], text: string, { value, isRemoved = false }: Given): void {
  const { attribute, filter, sub } = readPath(text, GROUP_URN);
  if (attribute === 'displayname') {
    if (isRemoved) throw scimError('mutability', 'displayName cannot be removed.');
    draft.displayName = readText(value, 'displayName') ?? '';
  } else if (attribute === 'externalid') draft.externalId = isRemoved ? null : readText(value, 'externalId');
  else if (attribute === 'members') changeMembers(draft.members, op, { value, filter, sub });
}

function changeMembers(
  changes: MemberChange[],
  op: Operation['op'],
  { value, filter, sub }: { value: unknown; filter: Filter | null; sub: string | null },
): void {
  if (filter !== null) {
    if (op !== 'remove' || sub !== null)
      throw scimError('mutability', 'A member can be added or removed, not changed.');
    const id = idOfFilter(filter);
    if (id === undefined) changes.push({ kind: 'matching', filter });
    else if (id !== null) remove(deltaOf(changes), [id]);
  } else if (sub !== null) throw scimError('mutability', 'A member can be added or removed, not changed.');
  else if (op === 'add') add(deltaOf(changes), readMembers(value));
  else if (op === 'remove' && value !== undefined && value !== null) remove(deltaOf(changes), readMembers(value));
  else {
    // Earlier changes no longer matter.
    changes.length = 0;
    changes.push({ kind: 'only', ids: new Set(op === 'remove' ? [] : readMembers(value ?? [])) });
  }
}

type Delta = Extract<MemberChange, { kind: 'delta' }>;

function deltaOf(changes: MemberChange[]): Delta {
  const last = changes.at(-1);
  if (last?.kind === 'delta') return last;
  const delta: Delta = { kind: 'delta', added: new Set(), removed: new Set() };
  changes.push(delta);
  return delta;
}

function add({ added, removed }: Delta, ids: number[]): void {
  for (const id of ids) {
    removed.delete(id);
    added.add(id);
  }
}

function remove({ added, removed }: Delta, ids: number[]): void {
  for (const id of ids) {
    added.delete(id);
    removed.add(id);
  }
}

// The id of `members[value eq "…"]`; null: malformed; undefined: another filter.
function idOfFilter(filter: Filter): number | null | undefined {
  if (filter.op !== 'eq' || filter.attrPath.toLowerCase() !== 'value') return undefined;
  return parseId(String(filter.compValue));
}

function readMembers(value: unknown): number[] {
  return [value].flat().map((given: unknown) => {
    const text = typeof given === 'object' && given !== null ? member(given as Json, 'value') : given;
    const id = typeof text === 'string' || typeof text === 'number' ? parseId(String(text)) : null;
    if (id === null) throw scimError('invalidValue', 'A member must be an object with the id of a person as value.');
    return id;
  });
}

function readText(value: unknown, name: string): string | null {
  if (value === null || value === '') return null;
  if (typeof value !== 'string') throw scimError('invalidValue', `${name} must be a string.`);
  if (value.length > 254 || value.includes('\0'))
    throw scimError('invalidValue', `${name} has at most 254 characters.`);
  return value;
}

function assertLimits(changes: MemberChange[]): void {
  let [members, filters] = [0, 0];
  for (const change of changes) {
    if (change.kind === 'matching') filters++;
    else members += change.kind === 'only' ? change.ids.size : change.added.size + change.removed.size;
  }
  if (members > MAX_MEMBERS) throw scimError('tooMany', `A request names at most ${MAX_MEMBERS} members.`);
  if (filters > MAX_FILTERS) throw scimError('tooMany', `A request has at most ${MAX_FILTERS} filters of members.`);
}
