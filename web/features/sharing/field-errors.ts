/** Maps problems of the server to fields. */
import { ApiError } from '../../api/client.ts';

export type FieldErrors<Field extends string> = Partial<Record<Field, string>>;

/** The error of each field. Null if the problem is about another field, or there is none. */
export function fieldErrors<Field extends string>(
  error: Error | null,
  fieldOf: (parameter: string) => Field | null,
): FieldErrors<Field> | null {
  if (!(error instanceof ApiError) || error.status !== 400) return null;
  const found: FieldErrors<Field> = {};
  for (const { instance, detail } of entriesOf(error)) {
    const field = fieldOf(/^(?:Link\.)?[^.,]*/.exec(instance)?.[0] ?? '');
    if (field === null) return null;
    found[field] = found[field] === undefined ? detail : `${found[field]} ${detail}`;
  }
  return Object.keys(found).length === 0 ? null : found;
}

// Problems of tasks have another shape: `createTask.<Field>` with its errors.
function entriesOf({ more }: ApiError): { instance: string; detail: string }[] {
  const state = more['ModelState'] as Record<string, string[]> | undefined;
  if (state === undefined) return (more['errors'] ?? []) as { instance: string; detail: string }[];
  return Object.entries(state).flatMap(([name, details]) =>
    details.map((detail) => ({ instance: name.replace('createTask.', ''), detail })),
  );
}

/** A field of the terms of a link. */
export type TermField = 'rights' | 'expiration' | 'password' | 'bytes' | 'files';

/** The field of each property of a share that creating and editing a link have in common. */
export const TERM_FIELDS: Record<string, TermField> = {
  AllowView: 'rights',
  AllowDownload: 'rights',
  AllowUpload: 'rights',
  AllowEdit: 'rights',
  ShareType: 'rights',
  ExpireStyle: 'expiration',
  ExpiresOn: 'expiration',
  ExpirationValue: 'expiration',
  Password: 'password',
  MaxUploadBytes: 'bytes',
  MaxUploadDocuments: 'files',
};
