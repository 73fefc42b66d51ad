/** Properties and parameters that many shapes have, with one description each. */
import { Type } from 'typebox';

const MAX_ID = Number.MAX_SAFE_INTEGER;

/**
 * Limits that rules or the database keep, and the validator does not check: openapi.json shows them, and validation,
 * serialization and error texts stay as they are.
 */
export const shown = (limits: object) => ({ 'x-shown': limits });

/** An id in an answer or a path. */
export const id = (description: string) => Type.Integer({ description, ...shown({ minimum: 1, maximum: MAX_ID }) });

/** An id in a body or query: a positive integer below 2^53, or 400. */
export const wantedId = (description: string) => Type.Integer({ minimum: 1, maximum: MAX_ID, description });

/** A time in an answer. */
export const time = (description: string) =>
  Type.String({ format: 'date-time', description: `${description} ISO 8601, UTC, with milliseconds.` });

/** A time in an answer, or null. */
export const nullableTime = (description: string) =>
  Type.Union([Type.String({ format: 'date-time' }), Type.Null()], {
    description: `${description} ISO 8601, UTC, with milliseconds.`,
  });

/** A schema or null; the description says what null means. */
export const nullable = <Schema extends Type.TSchema>(schema: Schema, description: string) =>
  Type.Union([schema, Type.Null()], { description });

/** The absolute URL of something. */
export const link = (description: string) => Type.String({ description, ...shown({ format: 'uri' }) });

/** An email address. */
export const email = (description: string) =>
  Type.String({ description, ...shown({ format: 'email', maxLength: 254 }) });

/** A number of things. */
export const count = (description: string) => Type.Integer({ minimum: 0, description });

/** A number of bytes. */
export const bytes = (description: string) => Type.Integer({ description, ...shown({ minimum: 0 }) });

/** The SHA-256 of a content. */
export const sha256 = (description: string) =>
  Type.String({
    description: `${description} SHA-256 in lower-case hexadecimal.`,
    ...shown({ pattern: '^[0-9a-f]{64}$' }),
  });

/** The name of a library, folder, document, person, group, token, or tag type, which names.ts judges. */
export const name = (description: string) =>
  Type.String({ description: `${description} 1 to 199 characters.`, ...shown({ minLength: 1, maxLength: 199 }) });

/** A text without a rule of its own. */
export const text = (description: string) => Type.String({ description });

/** Yes or no. */
export const flag = (description: string) => Type.Boolean({ description });

/** Links to related things. The object needs no description of its own: each link has one. */
export const links = <Properties extends Type.TProperties>(properties: Properties) =>
  Type.Object(properties, { description: 'URLs of related resources. Follow these instead of composing paths.' });
