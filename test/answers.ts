/** Checks every JSON response of every test strictly against the schema of its route. */
import { Ajv, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import type { App } from '../src/platform/http/app-type.ts';

type Schema = { [key: string]: unknown };

/**
 * Checks payloads before the serializer, which would silently drop unknown fields. A difference becomes a 500 with the
 * reason, which no test expects.
 */
export function checkAnswersAgainstSchemas(app: App): void {
  const ajv = new Ajv({ strict: false, allErrors: true });
  addFormats.default(ajv);
  const validators = new Map<unknown, ValidateFunction>();
  app.addHook('preSerialization', async (request, reply, payload) => {
    const responses = request.routeOptions.schema?.response as Record<string, Schema> | undefined;
    const schema = responses?.[reply.statusCode] ?? responses?.[`${Math.floor(reply.statusCode / 100)}xx`];
    if (schema === undefined || reply.statusCode >= 400) return payload;
    let validate = validators.get(schema);
    if (validate === undefined) validators.set(schema, (validate = ajv.compile(strict(schema) as Schema)));
    if (!validate(JSON.parse(JSON.stringify(payload)))) {
      throw new Error(
        `The answer of ${request.method} ${request.url} breaks its schema: ${ajv.errorsText(validate.errors)}`,
      );
    }
    return payload;
  });
}

function strict(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(strict);
  if (typeof schema !== 'object' || schema === null) return schema;
  const copy = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, strict(value)]));
  return copy['type'] === 'object' && copy['properties'] !== undefined
    ? { ...copy, additionalProperties: false }
    : copy;
}
