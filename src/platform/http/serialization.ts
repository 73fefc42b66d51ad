/**
 * Serializers of answers, compiled on first use: compiling all of them took a third of a process start, and most
 * schemas are used by several routes (problems by every one).
 */
import buildSerializer from 'fast-json-stringify';

type Serialize = (data: unknown) => string;

const made = new WeakMap<object, Serialize>();

/**
 * Fastify's serializer compiler. A schema that cannot be compiled makes its route return 500; tests call each route.
 */
export function compileSerializer({ schema }: { schema: object }): Serialize {
  let serialize: Serialize | undefined;
  return (data) => (serialize ??= serializerOf(schema))(data);
}

function serializerOf(schema: object): Serialize {
  let serialize = made.get(schema);
  if (serialize === undefined) made.set(schema, (serialize = buildSerializer(schema)));
  return serialize;
}
