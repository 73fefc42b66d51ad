import type { Json, Projection } from './requests.ts';

const ALWAYS = new Set(['schemas', 'id']);

/** The attributes of a resource that the request wants (RFC 7644, section 3.9). */
export function project(resource: Json, { only, without }: Projection): Json {
  if (only === null && without.size === 0) return resource;
  const entries = Object.entries(resource).flatMap(([name, value]): [string, unknown][] => {
    const key = name.toLowerCase();
    if (ALWAYS.has(key)) return [[name, value]];
    if (only !== null) return only.has(key) ? [[name, value]] : part(name, value, (sub) => only.has(`${key}.${sub}`));
    return without.has(key) ? [] : part(name, value, (sub) => !without.has(`${key}.${sub}`));
  });
  return Object.fromEntries(entries);
}

/** Whether the resource would have the attribute. */
export function wants({ only, without }: Projection, name: string): boolean {
  if (only === null) return !without.has(name);
  return [...only].some((each) => each === name || each.startsWith(`${name}.`));
}

// The attribute with the wanted sub-attributes; nothing if it has none of them.
function part(name: string, value: unknown, isWanted: (sub: string) => boolean): [string, unknown][] {
  if (typeof value !== 'object' || value === null) return isWanted('') ? [[name, value]] : [];
  const pick = (one: object) => Object.fromEntries(Object.entries(one).filter(([sub]) => isWanted(sub.toLowerCase())));
  if (!Array.isArray(value)) {
    const picked = pick(value);
    return Object.keys(picked).length === 0 ? [] : [[name, picked]];
  }
  const all = value.map((one: unknown) => pick(one as object)).filter((one) => Object.keys(one).length > 0);
  return all.length === 0 ? [] : [[name, all]];
}
