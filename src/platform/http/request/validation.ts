/**
 * Validation by part of the request: bodies are never coerced, query strings are, and a path's identifiers answer 404
 * when they are none (docs/api/conventions.md#identifiers).
 */
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import type { FastifySchemaCompiler } from 'fastify';
import { type Problem, type ProblemEntry, invalidParameters, notFound } from '../../errors.ts';
import { parseId } from '../../values/ids.ts';
import { type Shape, normalizeSpelling, shapeOf } from './spelling.ts';

type Schema = { type?: string; properties?: Record<string, { type?: string }> };

// `compile` caches by schema, so calling it per request compiles each schema on first use only.
const SETTINGS = { allErrors: true, useDefaults: true, strict: false, removeAdditional: false } as const;
const bodyAjv = withFormats(new Ajv({ ...SETTINGS, coerceTypes: false }));
const queryAjv = withFormats(new Ajv({ ...SETTINGS, coerceTypes: 'array' }));

/** Fastify's validator compiler. */
export const compileValidator: FastifySchemaCompiler<Schema> = ({ schema, httpPart }) => {
  if (httpPart === 'params') return paramsValidator(schema);
  if (httpPart === 'querystring') return queryValidator(schema);
  return (data) => {
    const validate = bodyAjv.compile(schema);
    const value = data ?? (httpPart === 'body' && schema.type === 'object' ? {} : data);
    return validate(value) ? { value } : { error: problemOf(validate) };
  };
};

function queryValidator(schema: Schema) {
  const shape = shapeOf(schema);
  const types = new Map(Object.entries(schema.properties ?? {}).map(([name, { type }]) => [name, type] as const));
  return (data: Record<string, unknown>) => {
    const validate = queryAjv.compile(schema);
    const value = readQuery(data, shape, types);
    return validate(value) ? { value } : { error: problemOf(validate) };
  };
}

// Ignores unknown names, unless the schema is closed; a name written twice in different case counts as repeated.
function readQuery(data: Record<string, unknown>, shape: Shape, types: Map<string, string | undefined>) {
  const rawValues = new Map<string, string[]>();
  for (const [given, text] of Object.entries(data) as [string, string | string[]][]) {
    const name = shape.properties?.get(given.toLowerCase())?.name ?? (shape.isClosed ? given : null);
    if (name === null) continue;
    // As in bodies, empty means absent. For a closed schema it is wrong: a filter that is lost would match too much.
    const all = [...(rawValues.get(name) ?? []), ...[text].flat()].filter((one) => one !== '' || shape.isClosed);
    if (all.length > 0) rawValues.set(name, all);
  }
  const values = [...rawValues].map(([name, all]) => [name, readParameter(all, types.get(name))] as const);
  return normalizeSpelling(Object.fromEntries(values), shape) as Record<string, unknown>;
}

// A list may be repeated, comma-separated, or both. Any other repeated parameter fails as an array.
function readParameter(rawValues: string[], type: string | undefined): unknown {
  if (type === 'array') return rawValues.flatMap((text) => text.split(',').map((part) => part.trim()));
  const [text = '', ...others] = rawValues;
  if (others.length > 0) return rawValues;
  // Some clients send booleans as True and False.
  if (type === 'boolean') return text.toLowerCase();
  // Ajv would accept `1e3` and `0x10` as numbers, and those are not ids.
  return type === 'integer' && !/^-?\d+$/.test(text) ? Number.NaN : text;
}

/** The same check for a value that did not come as a request's body; throws the same 400. */
export function assertBody(schema: object, value: unknown): void {
  const validate = bodyAjv.compile(schema);
  if (!validate(value)) throw problemOf(validate);
}

// Node's router decodes the segments; ids are converted by the one rule for ids.
function paramsValidator(schema: Schema) {
  const ids = Object.entries(schema.properties ?? {}).filter(([, property]) => property.type === 'integer');
  return (data: Record<string, unknown>) => {
    const value = { ...data };
    for (const [name] of ids) {
      const id = parseId(String(data[name]));
      if (id === null) return { error: notFound(name.replace(/Id$/, '')) };
      value[name] = id;
    }
    return { value };
  };
}

function problemOf(validate: ValidateFunction): Problem {
  const entries = (validate.errors ?? []).map(entryOf);
  // One entry per parameter: of several failing keywords, the first is the clearest.
  const first = new Map(entries.map((entry) => [entry.instance, entry] as const).reverse());
  return invalidParameters([...first.values()].reverse());
}

function entryOf(error: ErrorObject): ProblemEntry {
  const missing = error.keyword === 'required' ? String(error.params['missingProperty']) : '';
  const unknown = error.keyword === 'additionalProperties' ? String(error.params['additionalProperty']) : '';
  const path = [...error.instancePath.split('/').slice(1), missing || unknown].filter((part) => part !== '');
  const instance = path.map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~')).join('.') || 'body';
  if (missing !== '') {
    return { type: '/missing_parameter', title: 'Missing parameter', instance, detail: `${instance} is required.` };
  }
  return { type: '/invalid_parameter', title: 'Invalid parameter', instance, detail: `${instance} ${reason(error)}.` };
}

function reason(error: ErrorObject): string {
  if (error.keyword === 'additionalProperties') return 'is not known here';
  if (error.keyword === 'enum') return `must be one of ${(error.params['allowedValues'] as unknown[]).join(', ')}`;
  return (error.message ?? 'is not valid').replace('must NOT have', 'must not have');
}

function withFormats(ajv: Ajv): Ajv {
  addFormats.default(ajv, ['date-time', 'date', 'uuid']);
  return ajv;
}
