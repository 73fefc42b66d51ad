import { Problem } from '../errors.ts';

/** 400 for a form that cannot be read. */
export function malformedForm(cause?: unknown): Problem {
  return new Problem('/validation_error', 'The multipart body is malformed.', { cause });
}
