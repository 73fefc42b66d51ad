/** From JSON Schema to TypeScript. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Schema, formatTypes } from './openapi/print-types.ts';

/** The printed type of one schema, without the head. */
function printed(schema: Schema): string {
  return formatTypes({ Thing: schema })
    .split('\n')
    .slice(2)
    .join('\n')
    .replace(/^export type Thing = |;\n$/g, '');
}

test('an object lists its properties with descriptions and marks optional ones', () => {
  const schema = {
    description: 'A box.',
    type: 'object',
    required: ['Size'],
    properties: { Size: { type: 'integer', description: 'Bytes.' }, 'x-name': { type: 'string' } },
  };
  assert.equal(
    printed(schema),
    "/** A box. */\nexport type Thing = {\n  /** Bytes. */\n  Size: number;\n  'x-name'?: string;\n}",
  );
});

test('nested objects are indented', () => {
  const inner = { type: 'object', required: ['A'], properties: { A: { type: 'null' } } };
  const schema = { type: 'object', required: ['In'], properties: { In: inner } };
  assert.equal(printed(schema), '{\n  In: {\n    A: null;\n  };\n}');
});

test('each kind of schema has its type', () => {
  const kinds: [Schema, string][] = [
    [{ $ref: '#/components/schemas/Folder' }, 'Folder'],
    [{ type: 'array', items: { type: 'string' } }, 'string[]'],
    [{ type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'null' }] } }, '(string | null)[]'],
    [{ type: 'array', items: {} }, 'unknown[]'],
    [{ anyOf: [{ type: 'boolean' }, { type: 'number' }] }, 'boolean | number'],
    [{ allOf: [{ $ref: '#/components/schemas/Folder' }, { $ref: '#/components/schemas/Box' }] }, 'Folder & Box'],
    [{ enum: ['Read', "It's", 0] }, "'Read' | 'It\\'s' | 0"],
    [{ const: 'one' }, "'one'"],
    [{ type: 'object', additionalProperties: { type: 'integer' } }, 'Record<string, number>'],
    [{ type: 'object' }, 'Record<string, unknown>'],
    [{ type: 'object', properties: {} }, 'Record<string, never>'],
    [{}, 'unknown'],
  ];
  for (const [schema, type] of kinds) assert.equal(printed(schema), type);
});

test('an unknown type is an error', () => {
  assert.throws(() => formatTypes({ Thing: { type: 'tuple' } }), /tuple/);
});

test('a description cannot end its comment', () => {
  assert.match(formatTypes({ Thing: { type: 'string', description: 'a */ b' } }), /\/\*\* a \*\\\/ b \*\//);
});
