/** Filters as conditions of SQL. Texts of a filter become parameters, never SQL. */
import type { Db, Fragment } from '../../platform/db/connection.ts';
import { readTime } from '../../platform/values/times.ts';
import { parseId } from '../../platform/values/ids.ts';
import { type Filter, invalidFilter } from './filters.ts';

/** A value to compare. `text` ignores case: the column holds what `fold` makes of a text. */
export type Column =
  | { type: 'text'; value: Fragment; fold: (text: string) => string }
  | { type: 'exact'; value: Fragment }
  | { type: 'id'; value: Fragment }
  | { type: 'boolean'; value: Fragment }
  | { type: 'time'; value: Fragment };

/** An attribute with several values; `some` is the condition that one of them meets another. */
export type Many = { type: 'many'; of: Attributes; some: (condition: Fragment) => Fragment };

/** By name in lower case, with the names of sub-attributes after a dot. */
export type Attributes = Record<string, Column | Many>;

type Compare = Extract<Filter, { compValue: unknown }>;
type Of<Type extends Column['type']> = Extract<Column, { type: Type }>;

/** 400 invalidFilter for unknown attributes, and for operators and values that do not fit one. `urn`: of the resource. */
export function conditionOf(sql: Db, filter: Filter, attributes: Attributes, urn = ''): Fragment {
  const inner = (part: Filter) => conditionOf(sql, part, attributes, urn);
  if ('filters' in filter) {
    return sql`(${joined(sql, filter.filters.map(inner), filter.op === 'and' ? sql` and ` : sql` or `)})`;
  }
  if (filter.op === 'not') return sql`(not ${inner(filter.filter)})`;
  if (filter.op !== '[]') return simple(sql, filter, attributes, urn);
  const many = attributeOf(attributes, filter.attrPath, urn);
  if (many.type !== 'many') throw invalidFilter(`${filter.attrPath} has a single value.`);
  return many.some(conditionOf(sql, filter.valFilter, many.of));
}

function simple(sql: Db, filter: Extract<Filter, { attrPath: string }>, attributes: Attributes, urn: string): Fragment {
  const [name, sub] = splitName(withoutUrn(filter.attrPath, urn), attributes);
  const found = attributeOf(attributes, name, '');
  if (found.type !== 'many') return compare(sql, filter as Compare, found);
  if (filter.op === 'pr' && sub === undefined) return found.some(sql`true`);
  // Without a sub-attribute the value is meant (RFC 7643, section 2.4).
  const value = attributeOf(found.of, sub ?? 'value', '');
  if (value.type === 'many') throw invalidFilter(`${filter.attrPath} cannot be compared.`);
  return found.some(compare(sql, filter as Compare, value));
}

// `emails.value` is a part of a value, `name.givenName` a column of its own.
function splitName(path: string, attributes: Attributes): [string, string?] {
  if (Object.hasOwn(attributes, path.toLowerCase())) return [path];
  const at = path.indexOf('.');
  return at === -1 ? [path] : [path.slice(0, at), path.slice(at + 1)];
}

function attributeOf(attributes: Attributes, path: string, urn: string): Column | Many {
  const name = withoutUrn(path, urn).toLowerCase();
  const found = Object.hasOwn(attributes, name) ? attributes[name] : undefined;
  if (found === undefined) throw invalidFilter(`Filters cannot use ${path.slice(0, 100)}.`);
  return found;
}

function withoutUrn(path: string, urn: string): string {
  return urn !== '' && path.toLowerCase().startsWith(`${urn.toLowerCase()}:`) ? path.slice(urn.length + 1) : path;
}

// Always true or false, so that `not` is its opposite.
function compare(sql: Db, filter: Compare, column: Column): Fragment {
  const op = filter.op as Compare['op'] | 'pr';
  if (op === 'pr') return sql`(${column.value} is not null)`;
  const { compValue: value } = filter;
  if (value === null) {
    if (op === 'eq') return sql`(${column.value} is null)`;
    if (op === 'ne') return sql`(${column.value} is not null)`;
    throw invalidFilter('null can only be compared by eq and ne.');
  }
  if (column.type === 'boolean') return compareBoolean(sql, op, column, value);
  if (column.type === 'time') return compareTime(sql, op, column, value);
  if (column.type === 'id') return compareId(sql, op, column, value);
  if (typeof value !== 'string') throw invalidFilter('The value must be a string.');
  return compareText(sql, op, column.value, column.type === 'text' ? column.fold(value) : value);
}

function compareText(sql: Db, op: Compare['op'], column: Fragment, value: string): Fragment {
  if (op === 'co') return sql`coalesce(position(${value}::text in (${column})) > 0, false)`;
  if (op === 'sw') return sql`coalesce(starts_with(${column}, ${value}), false)`;
  if (op === 'ew') return sql`coalesce(right(${column}, length(${value}::text)) = ${value}, false)`;
  return ordered(sql, op, column, sql`${value}::text collate "C"`);
}

function compareBoolean(sql: Db, op: Compare['op'], column: Of<'boolean'>, value: unknown): Fragment {
  // Some providers quote booleans.
  const text = String(value).toLowerCase();
  if ((op !== 'eq' && op !== 'ne') || (text !== 'true' && text !== 'false')) {
    throw invalidFilter('A boolean can only be compared with true or false, by eq and ne.');
  }
  return (text === 'true') === (op === 'eq') ? sql`(${column.value})` : sql`(not ${column.value})`;
}

function compareTime(sql: Db, op: Compare['op'], column: Of<'time'>, value: unknown): Fragment {
  const time = readFilterTime(value);
  if (time === null || op === 'co' || op === 'sw' || op === 'ew') {
    throw invalidFilter('A time is compared with a time, by eq, ne, gt, ge, lt and le.');
  }
  return ordered(sql, op, column.value, sql`${time}`);
}

function readFilterTime(value: unknown): Date | null {
  try {
    return typeof value === 'string' ? readTime(value, 'filter') : null;
  } catch {
    return null;
  }
}

// A malformed id matches nothing.
function compareId(sql: Db, op: Compare['op'], column: Of<'id'>, value: unknown): Fragment {
  const id = parseId(String(value));
  if (op === 'eq') return id === null ? sql`false` : sql`(${column.value} = ${id})`;
  if (op === 'ne') return id === null ? sql`true` : sql`(${column.value} <> ${id})`;
  throw invalidFilter('An id can only be compared by eq and ne.');
}

type Ordering = Exclude<Compare['op'], 'co' | 'sw' | 'ew'>;

function ordered(sql: Db, op: Ordering, column: Fragment, value: Fragment): Fragment {
  if (op === 'ne') return sql`(${column} is distinct from ${value})`;
  const sign = { eq: sql`=`, gt: sql`>`, ge: sql`>=`, lt: sql`<`, le: sql`<=` }[op];
  return sql`coalesce(${column} ${sign} ${value}, false)`;
}

function joined(sql: Db, parts: Fragment[], by: Fragment): Fragment {
  return parts.reduce((all, part) => sql`${all}${by}${part}`);
}
