import { Type } from 'typebox';
import { flag, id, name, nullable } from '../../platform/openapi/fields.ts';
import { MailPreferencesBody } from '../../core/subscriptions/subscriptions.schema.ts';
import { PersonSchema } from '../../core/persons/persons.schema.ts';

/** The languages of the web app and of emails. */
export const LANGUAGES = ['en'] as const;

const UserGroupSchema = Type.Object(
  { GroupId: id('The group.'), GroupName: name('Name of the group.') },
  { description: 'A group of the user.' },
);

/** docs/api/users.md#profiles */
export const UserProfileSchema = Type.Object(
  {
    ...PersonSchema.properties,
    IsSiteAdmin: flag('Whether the user manages the deployment; false for a deleted user.'),
    Groups: nullable(
      Type.Array(UserGroupSchema, { description: 'The groups.' }),
      'The groups of the user, by name; null unless you are the user or a site admin.',
    ),
  },
  { title: 'UserProfile', description: 'A user as everybody in the deployment can see them.' },
);

/** Changes of the caller's own profile. */
export const ChangeProfileBody = Type.Object(
  {
    Name: Type.Optional(name('New name; absent: unchanged.')),
    TimeZone: Type.Optional(
      nullable(
        Type.String({ maxLength: 64 }),
        'An IANA time zone, such as `Europe/Lisbon`; null: that of the device in the web app, and UTC in emails.',
      ),
    ),
    Language: Type.Optional(
      Type.Enum([...LANGUAGES], { description: 'Language of the web app and of emails; absent: unchanged.' }),
    ),
    MailPreferences: Type.Optional(MailPreferencesBody),
  },
  { title: 'ProfileUpdate', description: 'Changes of your own profile; at least one property.' },
);
