/** Parameters as PostgreSQL reads them, and columns as the code uses them. */
import pg from 'pg';

/** A value stored as JSON; made with `sql.json`. */
export class Json {
  readonly value: unknown;

  constructor(value: unknown) {
    this.value = value;
  }
}

const OID = { boolean: 16, bytea: 17, bigint: 20, timestamptz: 1184, jsonb: 3802 };

/** The type that a parameter is declared with. 0: PostgreSQL infers it from the statement. */
export function typeOf(value: unknown): number {
  if (typeof value !== 'object') {
    if (typeof value === 'boolean') return OID.boolean;
    return typeof value === 'bigint' ? OID.bigint : 0;
  }
  if (value instanceof Date) return OID.timestamptz;
  if (value instanceof Uint8Array) return OID.bytea;
  return value instanceof Json ? OID.jsonb : 0;
}

/** A parameter in the protocol's form: text, bytes or null. Throws for values without a form, such as undefined. */
export function toWire(value: unknown): string | Buffer | null {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'bigint') return String(value);
  if (typeof value === 'boolean') return value ? 't' : 'f';
  if (value === null) return null;
  if (value instanceof Date) return value.toISOString();
  if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  if (value instanceof Json) return JSON.stringify(value.value);
  if (Array.isArray(value)) return arrayText(value);
  throw new TypeError(`A value of type ${typeof value} is no parameter of a statement.`);
}

function arrayText(values: readonly unknown[]): string {
  return `{${values.map(elementText).join(',')}}`;
}

function elementText(value: unknown): string {
  if (value === null) return 'null';
  if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean') return String(value);
  if (Array.isArray(value)) return arrayText(value);
  if (value instanceof Uint8Array) return `"\\\\x${Buffer.from(value).toString('hex')}"`;
  return `"${String(toWire(value)).replace(/["\\]/g, '\\$&')}"`;
}

type Parse = (text: string) => unknown;

// Its type is that of an earlier version.
const arrays = pg.types.arrayParser as unknown as { create(text: string, parse: Parse): { parse(): unknown[] } };

const number: Parse = Number;
const json: Parse = (text) => JSON.parse(text) as unknown;
const bytes: Parse = (text) => Buffer.from(text.slice(2), 'hex');
const boolean: Parse = (text) => text === 't';
const same: Parse = (text) => text;
const arrayOf =
  (parse: Parse): Parse =>
  (text) =>
    arrays.create(text, parse).parse();

/** By the type's OID; columns of other types are text. */
const PARSERS = new Map<number, Parse>([
  [OID.boolean, boolean],
  [OID.bytea, bytes],
  ...[OID.bigint, 21, 23, 26, 700, 701].map((oid): [number, Parse] => [oid, number]),
  [114, json],
  [OID.jsonb, json],
  [OID.timestamptz, isoTime],
  [1000, arrayOf(boolean)],
  [1001, arrayOf(bytes)],
  // smallint, integer, bigint, real, double precision, oid
  ...[1005, 1007, 1016, 1021, 1022, 1028].map((oid): [number, Parse] => [oid, arrayOf(number)]),
  // "char", name, text, char, varchar, numeric, uuid, regclass, regtype
  ...[1002, 1003, 1009, 1014, 1015, 1231, 2951, 2210, 2211].map((oid): [number, Parse] => [oid, arrayOf(same)]),
  [199, arrayOf(json)],
  [3807, arrayOf(json)],
  [1185, arrayOf(isoTime)],
]);

type Field = { name: string; dataTypeID: number };
type Values = Record<string, unknown>;

/** Reads the rows of a statement with these columns. */
export function rowReader(fields: readonly Field[]): (row: readonly (string | null)[]) => Values {
  const names = fields.map(({ name }) => name);
  const parsers = fields.map(({ dataTypeID }) => PARSERS.get(dataTypeID) ?? null);
  // All rows start as copies of one object, so that the engine gives them one layout.
  const empty: Values = Object.fromEntries(names.map((name) => [name, null]));
  return (columns) => {
    const row = { ...empty };
    for (let n = 0; n < names.length; n += 1) {
      const text = columns[n];
      if (text === null || text === undefined) continue;
      const parse = parsers[n];
      row[names[n] as string] = parse ? parse(text) : text;
    }
    return row;
  };
}

/**
 * Converts PostgreSQL's output to RFC 3339: `2026-11-21 04:20:57.1+00` → `2026-11-21T04:20:57.100Z`. Avoids Date
 * objects, because a listing formats thousands of times.
 */
export function isoTime(text: string): string {
  const zone = text.lastIndexOf('+');
  const fraction = text.slice(20, zone);
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${fraction.padEnd(3, '0').slice(0, 3)}Z`;
}
