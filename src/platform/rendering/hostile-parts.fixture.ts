/** Building blocks of hostile files. */
import { deflateRawSync } from 'node:zlib';

/**
 * `rendered`: it has a harmless part that may be rendered. `repeats`: another file attacks the same reader in the same way,
 * so that only the drill needs this one.
 */
export type Raw = { what: string; name: string; content: Buffer | string; rendered?: true; repeats?: true };

export const MIB = 1024 * 1024;

/** Deterministic noise. */
export function noise(length: number): Buffer {
  const seed = deflateRawSync(Buffer.from(Array.from({ length: 4096 }, (_, at) => (at * at * 31 + at * 7) % 251)));
  return Buffer.alloc(length, seed);
}

/** Nested entity declarations, each ten of the previous one: `l12` exceeds a billion laughs. */
export function laughs(): string {
  const entities = Array.from({ length: 12 }, (_, at) => `<!ENTITY l${at + 1} "${`&l${at};`.repeat(10)}">`);
  return `<!ENTITY l0 "ha">${entities.join('')}`;
}
