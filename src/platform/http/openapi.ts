/**
 * Moves every schema that has a title from where it is used into `components.schemas` and leaves a reference, so that
 * generated clients have one named type for each shape.
 */
export function hoistSchemas(document: Record<string, unknown>): object {
  const schemas: Record<string, unknown> = {};
  const hoisted = hoist(document['paths'], schemas);
  const components = { ...(document['components'] as object), schemas };
  return { ...document, paths: hoisted, components };
}

function hoist(node: unknown, schemas: Record<string, unknown>): unknown {
  if (Array.isArray(node)) return node.map((child) => hoist(child, schemas));
  if (typeof node !== 'object' || node === null) return node;
  const copy = Object.fromEntries(Object.entries(node).map(([key, child]) => [key, hoist(child, schemas)]));
  const { title } = copy;
  const isShape = copy['type'] !== undefined || copy['anyOf'] !== undefined;
  if (typeof title !== 'string' || !isShape) return copy;
  schemas[title] ??= copy;
  return { $ref: `#/components/schemas/${title}` };
}
