/**
 * Existing clients send every property of a body, the unused ones as null, "" or []. These mean absent
 * (docs/api.md, "Bodies"), so they are taken out before validation: rules then see only what was really said.
 */

/** The body without its absent properties; for an array of objects, each element without its own. */
export function withoutAbsent(body: unknown): unknown {
  if (Array.isArray(body)) return body.map((element) => (isObject(element) ? strip(element) : element));
  return isObject(body) ? strip(body) : body;
}

function strip(object: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => !isAbsent(value)));
}

function isAbsent(value: unknown): boolean {
  return value === null || value === '' || (Array.isArray(value) && value.length === 0);
}

function isObject(value: unknown): value is Record<string, unknown> {
  // Parsed JSON, not a Buffer: bodies of other media types pass as they are.
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}
