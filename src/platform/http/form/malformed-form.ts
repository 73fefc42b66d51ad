import { Problem } from '../../errors.ts';

/** 400 for a malformed form. */
export function malformedForm(cause?: unknown): Problem {
  return new Problem('/validation_error', 'The multipart body is malformed.', { cause });
}
