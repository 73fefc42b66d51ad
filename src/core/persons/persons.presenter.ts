import type { Static } from 'typebox';
import type { PersonRow } from './persons.queries.ts';
import type { PersonSchema } from './persons.schema.ts';

/** A person in an item. */
export function presentPerson(baseUrl: string, person: PersonRow): Static<typeof PersonSchema> {
  const { userId, name, email, isDeleted } = person;
  return {
    UserId: userId,
    Name: name,
    Email: email,
    PictureUri: pictureUriOf(baseUrl, person),
    IsDeleted: isDeleted,
  };
}

/** The same for somebody without an account. */
export function presentPersonOrNull(baseUrl: string, person: PersonRow | null): Static<typeof PersonSchema> | null {
  return person === null ? null : presentPerson(baseUrl, person);
}

/** The URL of the current picture. It names the version, so that browsers keep the picture until it changes. */
export function pictureUriOf(
  baseUrl: string,
  { userId, pictureVersion }: Pick<PersonRow, 'userId' | 'pictureVersion'>,
): string | null {
  return pictureVersion === null ? null : `${baseUrl}/api/users/${userId}/picture?v=${pictureVersion}`;
}
