/**
 * Existing clients send every property of a body, the unused ones as null, "" or []. These mean absent
 * (docs/api/conventions.md#bodies), so they are taken out before validation: rules then see only values that were given.
 */
import { isAbsent, isObject } from './spelling.ts';

/** The body without absent properties; in an array of objects, each element without its own. */
export function withoutAbsent(body: unknown): unknown {
  if (Array.isArray(body)) return body.map((element) => (isObject(element) ? strip(element) : element));
  return isObject(body) ? strip(body) : body;
}

function strip(object: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => !isAbsent(value)));
}
