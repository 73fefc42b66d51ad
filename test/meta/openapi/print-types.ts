/** Types for the web app from the shapes in openapi.json (decision 0035). */

/** The part of JSON Schema that the routes' TypeBox schemas give; constraints on values say nothing to TypeScript. */
export type Schema = {
  type?: string;
  description?: string;
  $ref?: string;
  anyOf?: Schema[];
  allOf?: Schema[];
  enum?: unknown[];
  const?: unknown;
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
};

const HEAD = '/** The shapes of the API, as openapi.json has them: written by `script/generate`, not by hand. */\n';

/** The source of a module with one type for each named schema, in their order. */
export function formatTypes(schemas: Record<string, Schema>): string {
  const types = Object.entries(schemas).map(
    ([name, schema]) => `\n${comment(schema, '')}export type ${name} = ${typeOf(schema, '')};\n`,
  );
  return HEAD + types.join('');
}

// `indent` is that of the line on which the type begins.
function typeOf(schema: Schema, indent: string): string {
  if (schema.$ref !== undefined) return nameOf(schema.$ref);
  if (schema.anyOf !== undefined) return schema.anyOf.map((part) => typeOf(part, indent)).join(' | ');
  if (schema.allOf !== undefined) return schema.allOf.map((part) => inBrackets(typeOf(part, indent))).join(' & ');
  if (schema.enum !== undefined) return schema.enum.map(literal).join(' | ');
  if (schema.const !== undefined) return literal(schema.const);
  if (schema.type === 'array') return `${inBrackets(typeOf(schema.items ?? {}, indent))}[]`;
  if (schema.type === 'object') return objectType(schema, indent);
  if (schema.type === undefined) return 'unknown';
  return simpleType(schema.type);
}

function objectType({ properties, required = [], additionalProperties }: Schema, indent: string): string {
  if (properties === undefined) {
    const values = typeof additionalProperties === 'object' ? typeOf(additionalProperties, indent) : 'unknown';
    return `Record<string, ${values}>`;
  }
  const inner = `${indent}  `;
  const lines = Object.entries(properties).map(([name, schema]) => {
    const key = /^[A-Za-z_$][\w$]*$/.test(name) ? name : literal(name);
    const mark = required.includes(name) ? '' : '?';
    return `${comment(schema, inner)}${inner}${key}${mark}: ${typeOf(schema, inner)};\n`;
  });
  return lines.length === 0 ? 'Record<string, never>' : `{\n${lines.join('')}${indent}}`;
}

function simpleType(type: string): string {
  const known: Record<string, string> = { string: 'string', integer: 'number', number: 'number', boolean: 'boolean' };
  if (type === 'null') return 'null';
  const found = known[type];
  if (found === undefined) throw new Error(`The TypeScript type of ${type} is not listed.`);
  return found;
}

const nameOf = (reference: string) => reference.split('/').at(-1) ?? reference;

const inBrackets = (type: string) => (/^[\w.[\]]+$/.test(type) || type.startsWith('{') ? type : `(${type})`);

function literal(value: unknown): string {
  if (typeof value !== 'string') return JSON.stringify(value);
  return `'${JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}

function comment({ description }: Schema, indent: string): string {
  return description === undefined ? '' : `${indent}/** ${description.replaceAll('*/', '*\\/')} */\n`;
}
