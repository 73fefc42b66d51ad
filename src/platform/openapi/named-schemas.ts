/**
 * Moves every schema that has a title from where it is used into `components.schemas` and leaves a reference, so that
 * generated clients have one named type for each shape. Limits that only the description has (fields.ts) become part of it.
 */
export function hoistSchemas(document: Record<string, unknown>): Record<string, unknown> {
  const schemas: Record<string, unknown> = {};
  const components = document['components'] as Record<string, object>;
  const hoisted = hoist({ ...document, components: { ...components, schemas: {} } }, schemas) as typeof document;
  hoist(Object.values(components['schemas'] ?? {}), schemas);
  const named = Object.entries(components['schemas'] ?? {}).filter(([name]) => schemas[name] === undefined);
  const all = [...named, ...Object.entries(schemas)];
  const sorted = Object.fromEntries(all.sort(([a], [b]) => (a < b ? -1 : 1)));
  return { ...hoisted, components: { ...(hoisted['components'] as object), schemas: sorted } };
}

function hoist(node: unknown, schemas: Record<string, unknown>): unknown {
  if (Array.isArray(node)) return node.map((child) => hoist(child, schemas));
  if (typeof node !== 'object' || node === null) return node;
  const { 'x-shown': shown, ...own } = node as Record<string, unknown>;
  const copy: Record<string, unknown> = Object.fromEntries(
    // Examples are values: a title in one is no name of a schema.
    Object.entries(own).map(([key, child]) => [key, /^examples?$/.test(key) ? child : hoist(child, schemas)]),
  );
  Object.assign(copy, shown);
  const { title } = copy;
  const isShape = copy['type'] !== undefined || copy['anyOf'] !== undefined;
  if (typeof title !== 'string' || !isShape) return copy;
  if (JSON.stringify(schemas[title] ?? copy) !== JSON.stringify(copy)) {
    throw new Error(`Two schemas have the title ${title}: name one of them differently.`);
  }
  schemas[title] = copy;
  return { $ref: `#/components/schemas/${title}` };
}
