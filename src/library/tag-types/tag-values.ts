/** Tag values: which texts fit a data type, and the key for comparing and ordering values. */
import { invalidParameter } from '../../platform/errors.ts';
import { displayName, nameKey } from '../../platform/values/names.ts';

/** The API's numbers of data types (docs/api/tags.md#data-types). */
export const DATA_TYPES = { String: 0, Numeric: 1, Date: 2 } as const;
export type DataTypeName = keyof typeof DATA_TYPES;
export type DataType = (typeof DATA_TYPES)[DataTypeName];

export const DATA_TYPE_NAMES = Object.keys(DATA_TYPES) as DataTypeName[];

/** A value as written, and its key: equal for equal values of one type, in the same order (by code points). */
export type TagValue = { value: string; key: string };

/**
 * Reads a value of a type; null if it is blank. 400 for `parameter` if it does not fit.
 * - String: like names: trimmed, NFC, fewer than 200 characters; compared without case
 * - Numeric: decimal digits with an optional sign, point and exponent, in the range of a double
 * - Date: MMddyyyy, a valid day
 */
export function readTagValue(type: DataType, text: string, parameter: string): TagValue | null {
  const value = text.normalize('NFC').trim();
  if (value === '') return null;
  return { value, key: KEYS[type](value, parameter) };
}

/** The day of a Date's key at midnight UTC, ISO 8601. */
export function dayOfKey(key: string): string {
  return `${key}T00:00:00.000Z`;
}

const KEYS: Record<DataType, (value: string, parameter: string) => string> = {
  [DATA_TYPES.String]: (value, parameter) => nameKey(displayName(value, parameter)),
  [DATA_TYPES.Numeric]: numberKey,
  [DATA_TYPES.Date]: dateKey,
};

const NUMBER = /^([+-]?)(?=\.?\d)(\d*)\.?(\d*)(?:e([+-]?\d{1,3}))?$/i;
const LONGEST_NUMBER = 100;
/** Makes every exponent a positive number of four digits. */
const EXPONENT_SHIFT = 5000;

/**
 * Encodes numbers of any precision as text with the same order: the sign, the exponent, the digits after `0.`; for a
 * negative number everything but the sign complemented, with an end that sorts after every digit.
 */
function numberKey(value: string, parameter: string): string {
  const match = value.length > LONGEST_NUMBER ? null : NUMBER.exec(value);
  if (match === null || !Number.isFinite(Number(value))) {
    throw invalidParameter(
      parameter,
      `${parameter} must be a number like 12.5 of at most ${LONGEST_NUMBER} characters.`,
    );
  }
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match;
  const significant = (whole + fraction).replace(/^0+/, '');
  if (significant === '') return '1';
  const magnitude = significant.length - fraction.length + Number(exponent) + EXPONENT_SHIFT;
  const key = String(magnitude).padStart(4, '0') + significant.replace(/0+$/, '');
  return sign === '-' ? `0${key.replace(/\d/g, (digit) => String(9 - Number(digit)))}~` : `2${key}`;
}

function dateKey(value: string, parameter: string): string {
  const key = value.replace(/^(\d\d)(\d\d)(\d{4})$/, '$3-$1-$2');
  const day = new Date(`${key}T00:00:00Z`);
  // JavaScript turns February 30 into March 2.
  const isDay = key !== value && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(key);
  if (!isDay || key.startsWith('0000')) {
    throw invalidParameter(parameter, `${parameter} must be a day in the form MMddyyyy, like 12312026.`);
  }
  return key;
}
