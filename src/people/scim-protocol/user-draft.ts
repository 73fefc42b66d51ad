/** People as SCIM describes them, and the changes of PUT and PATCH applied to that (RFC 7643, section 4.1). */
import { Tester } from 'scim2-parse-filter';
import { type Filter, assertAttributes } from './filters.ts';
import { type Path, readPath } from './paths.ts';
import { type Json, type Operation, member } from './requests.ts';
import { scimError } from './scim-errors.ts';
import { USER_URN } from './schemas.ts';

export type ScimEmail = { value: string; type?: string; primary?: boolean };

/** Null: absent. `displayName` and `formatted` are set only by the request. */
export type UserDraft = {
  userName: string;
  displayName: string | null;
  formatted: string | null;
  givenName: string | null;
  familyName: string | null;
  externalId: string | null;
  active: boolean;
  emails: ScimEmail[] | null;
};

const MAX_EMAILS = 10;
const MAX_TEXT = 254;

/** Applies the operations in their order. Attributes that are not supported are ignored; malformed ones are 400. */
export function applyOperations(draft: UserDraft, operations: Operation[]): UserDraft {
  const changed = { ...draft, emails: draft.emails?.map((email) => ({ ...email })) ?? null };
  for (const operation of operations) applyOperation(changed, operation);
  return changed;
}

/** The draft of a body of POST or PUT, which sets `userName`. */
export function readUser(draft: UserDraft, body: Json): UserDraft {
  if (member(body, 'userName') === undefined) throw scimError('invalidValue', 'userName is required.');
  return applyOperations(draft, [{ op: 'replace', path: undefined, value: body }]);
}

/** Whether the operation sets `active`, in any notation of the path. */
export function changesActive({ path, value }: Operation): boolean {
  const names = path === undefined ? Object.keys(typeof value === 'object' && value !== null ? value : {}) : [path];
  return names.some((name) => readPath(name, USER_URN).attribute === 'active');
}

function applyOperation(draft: UserDraft, { op, path, value }: Operation): void {
  if (path !== undefined) return set(draft, op, readPath(path, USER_URN), op === 'remove' ? null : value);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw scimError('invalidValue', 'Without a path, the value must be an object.');
  }
  for (const [name, one] of Object.entries(value)) {
    // Other schemas, such as that of enterprises, are objects under their URN, or paths that begin with it.
    if (name.toLowerCase() !== 'schemas') set(draft, op, readPath(name, USER_URN), one);
  }
}

function set(draft: UserDraft, op: Operation['op'], { attribute, sub, filter }: Path, value: unknown): void {
  switch (attribute) {
    case 'username':
      if (value === null) throw scimError('mutability', 'userName cannot be removed.');
      draft.userName = readText(value, 'userName') ?? '';
      return;
    case 'displayname':
      draft.displayName = readText(value, 'displayName');
      return;
    case 'externalid':
      draft.externalId = readText(value, 'externalId');
      return;
    case 'active':
      if (value !== null) draft.active = readBoolean(value, 'active');
      return;
    case 'name':
      return setName(draft, sub, value);
    case 'emails':
      if (filter !== null) assertAttributes(filter, ['value', 'type', 'primary']);
      draft.emails = changeEmails(draft.emails ?? [], op, { filter, sub, value });
      return;
    case null:
  }
}

function setName(draft: UserDraft, sub: string | null, value: unknown): void {
  if (sub === null) {
    const name = (typeof value === 'object' ? (value ?? {}) : null) as Json | null;
    if (name === null) throw scimError('invalidValue', 'name must be an object.');
    for (const part of ['formatted', 'givenName', 'familyName']) {
      const given = member(name, part);
      if (value === null || given !== undefined) setName(draft, part.toLowerCase(), given ?? null);
    }
  } else if (sub === 'formatted') draft.formatted = readText(value, 'name.formatted');
  else if (sub === 'givenname') draft.givenName = readText(value, 'name.givenName');
  else if (sub === 'familyname') draft.familyName = readText(value, 'name.familyName');
}

type EmailChange = { filter: Filter | null; sub: string | null; value: unknown };

function changeEmails(emails: ScimEmail[], op: Operation['op'], change: EmailChange): ScimEmail[] | null {
  const { filter, sub, value } = change;
  if (filter === null && sub === null) {
    const given =
      value === null
        ? []
        : [value]
            .flat()
            .map(readEmail)
            .filter((email) => email.value !== '');
    const kept = op === 'add' ? emails.filter((old) => !given.some((one) => one.value === old.value)) : [];
    return checked([...kept, ...given]);
  }
  const isMeant = (email: ScimEmail) => filter === null || new Tester().test(email, filter);
  const meant = emails.filter(isMeant);
  if (op === 'remove' && sub === null) return checked(emails.filter((email) => !isMeant(email)));
  if (meant.length === 0 && op !== 'remove') return checked([...emails, addedEmail(filter, sub, value)]);
  const changed = emails.map((email) => (meant.includes(email) ? changedEmail(email, sub, value) : email));
  return checked(changed.filter((email) => email.value !== ''));
}

// `emails[type eq "work"].value` adds one of that type if there is none; providers rely on it.
function addedEmail(filter: Filter | null, sub: string | null, value: unknown): ScimEmail {
  const isType = filter?.op === 'eq' && filter.attrPath.toLowerCase() === 'type';
  if (filter !== null && !isType) throw scimError('noTarget', 'No email matches the filter.');
  const wanted = isType ? readText(filter.compValue, 'emails.type') : null;
  const type = wanted === null ? {} : { type: wanted };
  return changedEmail({ value: '', ...type }, sub, value);
}

function changedEmail(email: ScimEmail, sub: string | null, value: unknown): ScimEmail {
  if (sub === null) return { ...email, ...readEmail(value) };
  if (sub === 'value') return { ...email, value: readText(value, 'emails.value') ?? '' };
  const { type: _type, primary: _primary, ...rest } = email;
  if (sub === 'type') {
    const type = readText(value, 'emails.type');
    return { ...rest, ...(email.primary === undefined ? {} : { primary: email.primary }), ...(type ? { type } : {}) };
  }
  if (sub !== 'primary') return email;
  const type = email.type === undefined ? {} : { type: email.type };
  return { ...rest, ...type, ...(value === null ? {} : { primary: readBoolean(value, 'emails.primary') }) };
}

function readEmail(given: unknown): ScimEmail {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    throw scimError('invalidValue', 'An email must be an object.');
  }
  const body = given as Json;
  const value = readText(member(body, 'value') ?? null, 'emails.value') ?? '';
  const type = readText(member(body, 'type') ?? null, 'emails.type');
  const primary = member(body, 'primary') ?? null;
  return {
    value,
    ...(type === null ? {} : { type }),
    ...(primary === null ? {} : { primary: readBoolean(primary, 'emails.primary') }),
  };
}

function checked(emails: ScimEmail[]): ScimEmail[] | null {
  if (emails.length > MAX_EMAILS) throw scimError('tooMany', `A person has at most ${MAX_EMAILS} emails.`);
  return emails.length === 0 ? null : emails;
}

/** A text; null and "" are absent (RFC 7643, section 2.5). */
export function readText(value: unknown, name: string): string | null {
  if (value === null || value === '') return null;
  if (typeof value !== 'string') throw scimError('invalidValue', `${name} must be a string.`);
  if (value.length > MAX_TEXT || /\p{Cc}/u.test(value)) {
    throw scimError('invalidValue', `${name} has at most ${MAX_TEXT} characters, and no control characters.`);
  }
  return value.normalize('NFC').trim() || null;
}

// Entra ID sends "True" and "False" unless it is told otherwise.
function readBoolean(value: unknown, name: string): boolean {
  if (typeof value === 'boolean') return value;
  const text = typeof value === 'string' ? value.toLowerCase() : '';
  if (text === 'true' || text === 'false') return text === 'true';
  throw scimError('invalidValue', `${name} must be true or false.`);
}
