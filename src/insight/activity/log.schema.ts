import { Type } from 'typebox';
import { pageQuery } from '../../platform/http/paging.ts';
import { nullable, wantedId } from '../../platform/openapi/fields.ts';
import { ACTIVITY_TYPES, type ActivityType } from '../../core/activity/activity-types.ts';
import { personOrNull } from '../../core/persons/persons.schema.ts';
import { ActivitySchema, rangeQuery } from '../reports/reports.schema.ts';

/** docs/api/reports.md#activity-of-the-deployment */
export const LogQuery = Type.Object({
  userId: Type.Optional(wantedId('Only activity of this user.')),
  documentId: Type.Optional(wantedId('Only activity of this document.')),
  libraryId: Type.Optional(wantedId('Only activity in this library.')),
  type: Type.Optional(
    Type.Array(Type.Enum(Object.keys(ACTIVITY_TYPES) as ActivityType[]), {
      description: 'Only activity of these types; repeated.',
    }),
  ),
  ...rangeQuery,
  ...pageQuery,
});

export const AccountChange = Type.Enum([
  'Name',
  'Email',
  'SiteAdmin',
  'Member',
  'Deactivated',
  'Reactivated',
  'Invited',
  'Picture',
  'TimeZone',
]);

export const LoggedActivities = Type.Array(
  Type.Object(
    {
      ...ActivitySchema.properties,
      LibraryId: nullable(Type.Integer(), 'The library that it is about, or that contains what it is about.'),
      FolderId: nullable(Type.Integer(), 'The folder that it is about, or that contains what it is about.'),
      DocumentId: nullable(Type.Integer(), 'The document that it is about.'),
      Reason: nullable(
        Type.String(),
        'Why a sign-in with an identity provider failed, or why the log was accepted; null for other activity.',
      ),
      OfPerson: personOrNull('The person whose account it is about, if somebody else did it; else null.'),
      Changes: nullable(
        Type.Array(AccountChange, { description: 'A property that was set, or the new state.' }),
        'For `UserChanged`, what was changed; null for other activity.',
      ),
    },
    { title: 'LoggedActivity', description: 'Something that happened in the deployment.' },
  ),
);
