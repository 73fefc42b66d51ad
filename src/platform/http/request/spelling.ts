/**
 * How clients may spell what a schema names: properties and the values of enumerations are compared without regard to case
 * (docs/api/conventions.md#bodies). A schema is read once and becomes a table of what is known at each level.
 */
import { type ProblemEntry, invalidParameter } from '../../errors.ts';

/** The parts of a JSON schema that matter here. */
type JsonSchema = {
  properties?: Record<string, JsonSchema>;
  additionalProperties?: unknown;
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  enum?: readonly unknown[];
  const?: unknown;
};

/** Known names at one level of a body; null if a level has none. */
export type Shape = {
  /** By lower-case name. */
  properties: Map<string, { name: string; shape: Shape }> | null;
  /** Lower-case names that are known and ignored in this body. */
  ignored: Set<string>;
  /** Otherwise unknown properties are left to validation. */
  isClosed: boolean;
  items: Shape | null;
  /** Enumeration values by their lower-case spelling. */
  values: Map<string, string> | null;
};

/** Builds the table of a schema. Properties found only in `others` are known and ignored. */
export function shapeOf(schema: object, others: object[] = []): Shape {
  const variants = variantsOf(schema);
  const otherVariants = others.flatMap(variantsOf);
  const objects = variants.filter(({ properties }) => properties !== undefined);
  const names = objects.flatMap(({ properties }) => Object.entries(properties ?? {}));
  const within = (name: string) => otherVariants.flatMap(({ properties }) => properties?.[name] ?? []);
  const items = variants.find((variant) => variant.items !== undefined)?.items;
  const values = variants.flatMap((variant) => variant.enum ?? variant.const ?? []);
  const textValues = values.filter((value) => typeof value === 'string');
  return {
    properties:
      objects.length === 0
        ? null
        : new Map(names.map(([name, of]) => [lower(name), { name, shape: shapeOf(of, within(name)) }])),
    ignored: new Set(otherVariants.flatMap(({ properties }) => Object.keys(properties ?? {}).map(lower))),
    isClosed: objects.some(({ additionalProperties }) => additionalProperties !== undefined),
    items:
      items === undefined
        ? null
        : shapeOf(
            items,
            otherVariants.flatMap((other) => other.items ?? []),
          ),
    values: textValues.length === 0 ? null : new Map(textValues.map((text) => [lower(text), text])),
  };
}

/**
 * The value with the schema's spelling. Drops unknown properties, so that names such as `__proto__` never get further;
 * adds those with a value to `unknown`. 400 for two names that differ in case only.
 */
export function normalizeSpelling(value: unknown, shape: Shape, unknown: ProblemEntry[] = [], path = ''): unknown {
  if (typeof value === 'string') return shape.values?.get(lower(value)) ?? value;
  if (Array.isArray(value)) {
    const { items } = shape;
    return items === null
      ? value
      : value.map((element, index) => normalizeSpelling(element, items, unknown, at(path, index)));
  }
  return isObject(value) && shape.properties !== null ? normalizeObject(value, shape, unknown, path) : value;
}

/** Null, false, 0, empty text and empty lists: what clients send for properties that they do not use. */
export function isMeaningless(value: unknown): boolean {
  return value === false || value === 0 || isAbsent(value);
}

/** Null, empty text and empty lists count as absent. */
export function isAbsent(value: unknown): boolean {
  return value === null || value === '' || (Array.isArray(value) && value.length === 0);
}

/** Parsed JSON, not a Buffer: bodies of other media types pass unchanged. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

function normalizeObject(object: Record<string, unknown>, shape: Shape, unknown: ProblemEntry[], path: string): object {
  const result = new Map<string, unknown>();
  for (const [given, value] of Object.entries(object)) {
    const known = shape.properties?.get(lower(given));
    if (known !== undefined) {
      const where = at(path, known.name);
      if (result.has(known.name)) throw invalidParameter(where, `${where} is given twice.`);
      result.set(known.name, normalizeSpelling(value, known.shape, unknown, where));
    } else if (shape.isClosed) {
      result.set(given, value);
    } else if (!isMeaningless(value) && !shape.ignored.has(lower(given))) {
      unknown.push(unknownParameter(at(path, given)));
    }
  }
  // Not by assignment, which would treat `__proto__` as the prototype.
  return Object.fromEntries(result);
}

function unknownParameter(instance: string): ProblemEntry {
  return {
    type: '/invalid_parameter',
    title: 'Invalid parameter',
    instance,
    detail: `${instance} is not known here.`,
  };
}

function variantsOf(schema: object): JsonSchema[] {
  const { anyOf } = schema as JsonSchema;
  return anyOf === undefined ? [schema] : anyOf.flatMap(variantsOf);
}

function lower(text: string): string {
  return text.toLowerCase();
}

function at(path: string, part: string | number): string {
  return path === '' ? String(part) : `${path}.${part}`;
}
