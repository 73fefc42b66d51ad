/** Parameters and bodies of SCIM requests. */
import { scimError } from './scim-errors.ts';
import { type Filter, readFilter } from './filters.ts';

/** The most resources on a page, and how many there are without `count`. */
export const PAGE_SIZE = 200;
const DEFAULT_COUNT = 100;
const MAX_START = 1_000_000_000;
const MAX_OPERATIONS = 1_000;

/** `first` counts from 1, as startIndex. */
export type ListRequest = { first: number; count: number; filter: Filter | null };

/** Names of attributes to return, or to leave out, in lower case; null: the default. */
export type Projection = { only: Set<string> | null; without: Set<string> };

export type Json = Record<string, unknown>;

/** `path` undefined: the value is an object with the attributes. */
export type Operation = { op: 'add' | 'remove' | 'replace'; path: string | undefined; value: unknown };

/** Pages by startIndex and count (RFC 7644, section 3.4.2.4). Values below the least become that. */
export function readListRequest(query: unknown): ListRequest {
  const { startIndex, count, filter } = (query ?? {}) as Json;
  return {
    first: Math.min(Math.max(readInteger(startIndex, 'startIndex') ?? 1, 1), MAX_START),
    count: Math.min(Math.max(readInteger(count, 'count') ?? DEFAULT_COUNT, 0), PAGE_SIZE),
    filter: filter === undefined || filter === '' ? null : readFilter(readText(filter, 'filter')),
  };
}

/** `attributes` and `excludedAttributes` (RFC 7644, section 3.9). */
export function readProjection(query: unknown, urn: string): Projection {
  const { attributes, excludedAttributes } = (query ?? {}) as Json;
  const only = readNames(attributes, 'attributes', urn);
  const without = readNames(excludedAttributes, 'excludedAttributes', urn);
  if (only !== null && without !== null) {
    throw scimError('invalidValue', 'attributes and excludedAttributes cannot be combined.');
  }
  return { only, without: without ?? new Set() };
}

export function readBody(body: unknown): Json {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw scimError('invalidSyntax', 'The body must be a JSON object.');
  }
  if (!hasWellFormedTexts(body)) throw scimError('invalidValue', 'A text in the body contains half of a character.');
  return body as Json;
}

// PostgreSQL stores no lone surrogates: it refuses them in JSON, and elsewhere different texts would become equal. Not
// recursive, because a body may be nested deeply.
function hasWellFormedTexts(body: object): boolean {
  const waiting: unknown[] = [body];
  while (waiting.length > 0) {
    const value = waiting.pop();
    if (typeof value === 'string' && !value.isWellFormed()) return false;
    if (typeof value === 'object' && value !== null) {
      for (const [name, inner] of Object.entries(value)) waiting.push(name, inner);
    }
  }
  return true;
}

/** The operations of a PATCH (RFC 7644, section 3.5.2). Their names may be written in any case. */
export function readOperations(body: unknown): Operation[] {
  const given = member(readBody(body), 'Operations');
  if (!Array.isArray(given) || given.length === 0) {
    throw scimError('invalidSyntax', 'Operations must be an array with at least one operation.');
  }
  if (given.length > MAX_OPERATIONS) {
    throw scimError('tooMany', `A request has at most ${MAX_OPERATIONS} operations.`);
  }
  return given.map(readOperation);
}

/** A property by name, without regard to case (RFC 7643, section 2.1). */
export function member(body: Json, name: string): unknown {
  const key = Object.keys(body).find((each) => each.toLowerCase() === name.toLowerCase());
  return key === undefined ? undefined : body[key];
}

function readOperation(given: unknown): Operation {
  const body = readBody(given);
  const named = member(body, 'op');
  const op = typeof named === 'string' ? named.toLowerCase() : '';
  const path = member(body, 'path');
  const value = member(body, 'value');
  if (op !== 'add' && op !== 'remove' && op !== 'replace') {
    throw scimError('invalidSyntax', 'op must be add, remove or replace.');
  }
  if (path !== undefined && path !== null && typeof path !== 'string') {
    throw scimError('invalidPath', 'path must be a string.');
  }
  if (op === 'remove' && !path) throw scimError('noTarget', 'remove needs a path.');
  if (op !== 'remove' && value === undefined) throw scimError('invalidValue', `${op} needs a value.`);
  return { op, path: path || undefined, value };
}

function readInteger(value: unknown, name: string): number | undefined {
  if (value === undefined || value === '') return undefined;
  if (typeof value === 'string' && /^[+-]?\d{1,15}$/.test(value)) return Number(value);
  throw scimError('invalidValue', `${name} must be an integer.`);
}

function readText(value: unknown, name: string): string {
  if (typeof value === 'string') return value;
  throw scimError('invalidValue', `${name} can be given once.`);
}

function readNames(value: unknown, name: string, urn: string): Set<string> | null {
  if (value === undefined || value === '') return null;
  const prefix = `${urn.toLowerCase()}:`;
  const names = readText(value, name).split(',', 100);
  return new Set(names.map((each) => each.trim().toLowerCase().replace(prefix, '')));
}
