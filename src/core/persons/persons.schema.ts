import { Type } from 'typebox';
import { email, flag, id, link, name, nullable } from '../../platform/openapi/fields.ts';

/** The URL of a person's picture in answers. */
export const pictureUri = nullable(link(''), 'URL of the picture, which changes with it; null if there is none.');

/** A user of the deployment as items show them, deleted or not (docs/api/users.md#people-in-other-objects). */
export const PersonSchema = Type.Object(
  {
    UserId: id('The user.'),
    Name: name('Name of the user.'),
    Email: email('Address of the user; that of a deleted user ends in `.inactive1`, `.inactive2`, and so on.'),
    PictureUri: pictureUri,
    IsDeleted: flag('Whether the user was deleted.'),
  },
  { title: 'Person', description: 'A user of the deployment, as other objects show them.' },
);

/** The same, or null. */
export const personOrNull = (description: string) => nullable(PersonSchema, description);
