import { Type } from 'typebox';
import { pageQuery } from '../../platform/http/paging.ts';
import {
  email,
  flag,
  id,
  link,
  links,
  name,
  nullable,
  nullableTime,
  time,
  wantedId,
} from '../../platform/openapi/fields.ts';
import { pictureUri } from '../../core/persons/persons.schema.ts';
import { ACCOUNT_STATES, FACTOR_STATES } from './account.queries.ts';
import { MailPreferencesSchema } from '../../core/subscriptions/subscriptions.schema.ts';
import { PASSWORD_MAX_LENGTH } from '../../core/settings/password-policy.ts';

const user = {
  UserId: id('The user.'),
  Email: email('Address with which the user signs in.'),
  Name: name('Name of the user.'),
  IsSiteAdmin: flag('Whether the user manages the deployment.'),
  DateCreated: time('When the user was created.'),
  PictureUri: pictureUri,
  Links: links({ Self: link('The user.') }),
};

/** A person with a login. */
export const UserSchema = Type.Object(user, {
  title: 'User',
  description: 'A person with an account in the deployment.',
});

/** The caller. */
export const CurrentUserSchema = Type.Object(
  {
    ...user,
    DeploymentId: id('The deployment.'),
    DeploymentName: name('Name of the deployment.'),
    PersonalLibraryId: id('The personal library of the user.'),
    Branding: Type.Object(
      {
        Name: nullable(Type.String(), 'Name on the pages of the deployment; null: the name of the product.'),
        Color: nullable(Type.String(), 'Color of the pages as `#RRGGBB`; null: the default color.'),
        LogoUri: nullable(Type.String(), 'URL of the logo, which changes with it; null if there is none.'),
      },
      { description: 'The look of the pages of the deployment.' },
    ),
    EnablePurging: flag('Whether anything can be deleted permanently in the deployment.'),
    SecondFactorDue: nullableTime(
      'Until when the user of this session must set up a second factor; null: the user has one, or needs none.',
    ),
    IsLimited: flag('Whether the deadline has passed, so that this session can only set up a second factor.'),
    TimeZone: nullable(
      Type.String(),
      'IANA time zone of the user; null: that of the device in the web app, and UTC in emails.',
    ),
    Language: Type.Enum(['en'], { description: 'Language of the web app and of emails.' }),
    MailPreferences: MailPreferencesSchema,
  },
  { title: 'CurrentUser', description: 'The user whom the credential belongs to.' },
);

const managedBy = nullable(Type.String(), 'Name of the SCIM connection that manages the user; null: none.');

/** A group of a user. */
const UserGroupSchema = Type.Object(
  { GroupId: id('The group.'), GroupName: name('Name of the group.') },
  { description: 'A group of the user.' },
);

/** Account details of a user for site admins. */
export const UserAccountSchema = Type.Object(
  {
    HasPassword: flag('Whether the person has set a password.'),
    HasSecondFactor: flag('Whether signing in takes a second factor.'),
    SecondFactorDue: nullableTime(
      'Until when the user must set up a second factor; null: the user has one, or needs none.',
    ),
    IsDeactivated: flag('Whether the user was deactivated and cannot sign in.'),
    InvitationExpiresOn: nullableTime('When the link in the last invitation expires; null if there is none.'),
    LastSeen: nullableTime('Last use of the sessions and tokens that exist; null if it is not known.'),
    SessionCount: Type.Integer({ description: 'Number of sessions.' }),
    TokenCount: Type.Integer({ description: 'Number of API tokens.' }),
    ManagedBy: managedBy,
    Providers: Type.Array(Type.String(), {
      description: 'Names of the identity providers to which the user is connected.',
    }),
    Groups: Type.Array(UserGroupSchema, { description: 'The groups of the user.' }),
  },
  { title: 'UserAccount', description: 'How a user signs in, and the groups of the user.' },
);

/** A user in the list of accounts. */
export const ListedAccountSchema = Type.Object(
  {
    ...user,
    State: Type.Enum(ACCOUNT_STATES, {
      description:
        '`Active`: a password is set, or the user is connected to an identity provider. `Invited` and `InvitationExpired`: neither. ' +
        '`Deactivated`: cannot sign in.',
    }),
    LastSeen: nullableTime('Last use of the sessions and tokens that exist; null if it is not known.'),
    ManagedBy: managedBy,
    HasSecondFactor: flag('Whether signing in takes a second factor.'),
    SecondFactorDue: nullableTime(
      'Until when the user must set up a second factor; null: the user has one, or needs none.',
    ),
  },
  { title: 'ListedAccount', description: 'A user with the state of the account.' },
);

export const UserParams = Type.Object({ userId: id('The user.') });

/** A parameter for finding people or groups. */
export const prefixQuery = (description: string) =>
  Type.Optional(Type.String({ description, pattern: '^[^\\u0000]*$' }));

export const ListUsersQuery = Type.Object({
  ...pageQuery,
  query: prefixQuery('Start of the name or address; case is ignored.'),
});

export const ListAccountsQuery = Type.Object({
  ...pageQuery,
  query: prefixQuery('Start of the name or address; case is ignored.'),
  state: Type.Optional(Type.Enum(ACCOUNT_STATES, { description: 'Only accounts in this state.' })),
  isSiteAdmin: Type.Optional(Type.Boolean({ description: 'Only site admins, or only others.' })),
  secondFactor: Type.Optional(
    Type.Enum(FACTOR_STATES, {
      description:
        '`On`: only users with a second factor. `Missing`: those who must set one up. `Off`: those who need none.',
    }),
  ),
});

export const CreateUserBody = Type.Object(
  {
    Email: email('Address with which the user signs in; unique in the deployment.'),
    Name: name('Name of the user.'),
    IsSiteAdmin: Type.Optional(flag('Whether the user manages the deployment. Default false.')),
    Password: Type.Optional(
      Type.String({
        maxLength: PASSWORD_MAX_LENGTH,
        description:
          'The first password, by the rules of `PasswordPolicy`. If it is absent, the person is invited by email.',
      }),
    ),
  },
  { title: 'UserCreate', description: 'A user to create.' },
);

export const ChangeUserBody = Type.Object(
  {
    Name: Type.Optional(name('New name; absent: unchanged.')),
    IsSiteAdmin: Type.Optional(flag('Whether the user manages the deployment; absent: unchanged.')),
    Email: Type.Optional(email('New address; absent: unchanged.')),
  },
  { title: 'UserUpdate', description: 'Changes of a user; at least one property.' },
);

/** Closed: with a misspelled name, the library would go to the trash. */
export const DeleteUserQuery = Type.Object(
  {
    transferTo: Type.Optional(
      wantedId(
        "UserId of the user who gets all rights in the deleted user's library. If it is absent, the library goes to the trash.",
      ),
    ),
  },
  { additionalProperties: false },
);
