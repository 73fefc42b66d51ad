/**
 * Serializers of answers by their schemas. Each is made when the first answer needs it: making all of them was a third of
 * the start of a process, and most schemas stand at several routes (problems at every one of them).
 */
import buildSerializer from 'fast-json-stringify';

type Serialize = (data: unknown) => string;

const made = new WeakMap<object, Serialize>();

/** Fastify's serializer compiler. A schema that makes none is a 500 of its route, each of which is asked in tests. */
export function compileSerializer({ schema }: { schema: object }): Serialize {
  let serialize: Serialize | undefined;
  return (data) => (serialize ??= serializerOf(schema))(data);
}

function serializerOf(schema: object): Serialize {
  let serialize = made.get(schema);
  if (serialize === undefined) made.set(schema, (serialize = buildSerializer(schema)));
  return serialize;
}
