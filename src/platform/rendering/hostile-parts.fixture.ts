/** What files made to harm are made of. */
import { deflateRawSync } from 'node:zlib';

/** `rendered`: there is a harmless part that may well be shown. */
export type Raw = { what: string; name: string; content: Buffer | string; rendered?: true };

export const MIB = 1024 * 1024;

/** The same bytes each time, without any order. */
export function noise(length: number): Buffer {
  const seed = deflateRawSync(Buffer.from(Array.from({ length: 4096 }, (_, at) => (at * at * 31 + at * 7) % 251)));
  return Buffer.alloc(length, seed);
}

/** Declarations of entities, each ten of the one before: `l12` is a billion laughs and more. */
export function laughs(): string {
  const entities = Array.from({ length: 12 }, (_, at) => `<!ENTITY l${at + 1} "${`&l${at};`.repeat(10)}">`);
  return `<!ENTITY l0 "ha">${entities.join('')}`;
}
