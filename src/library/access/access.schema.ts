import { Type } from 'typebox';
import { pageQuery } from '../../platform/http/paging.ts';
import { time } from '../../platform/openapi/fields.ts';
import { PersonSchema } from '../../core/persons/persons.schema.ts';
import { prefixQuery } from '../../people/users/users.schema.ts';

const rights = (description: string) => Type.Array(Type.Enum(['Read', 'Write', 'Delete', 'Grant']), { description });
const nullable = <T extends Parameters<typeof Type.Union>[0][number]>(type: T, description: string) =>
  Type.Union([type, Type.Null()], { description });

/** The object itself or an ancestor. Exactly one of the ids is set. */
const on = {
  LibraryId: Type.Optional(Type.Integer({ description: 'The library.' })),
  FolderId: Type.Optional(Type.Integer({ description: 'The folder.' })),
  DocumentId: Type.Optional(Type.Integer({ description: 'The document.' })),
  OnName: nullable(Type.String(), 'The name of that thing; null if the caller may not read it.'),
};

const reason = Type.Object({
  Kind: Type.Enum(['Owner', 'SiteAdmin', 'User', 'Group', 'Task'], {
    description: 'The first two have all rights, whatever is denied. `Task`: read for the time of a task.',
  }),
  GroupId: Type.Optional(Type.Integer({ description: 'The group.' })),
  GroupName: Type.Optional(Type.String({ description: 'Name of the group.' })),
  Allow: rights('The rights that the entry grants.'),
  Deny: rights('The rights that it denies.'),
  ExpiresOn: Type.Optional(time('When the entry ends; absent: never.')),
  ...on,
});

/** The owner, or a person to whom entries apply. */
export const AccessSchema = Type.Object(
  {
    ...PersonSchema.properties,
    Rights: rights('Effective rights of the person; empty if all are denied.'),
    Reasons: Type.Array(reason, { description: 'Sources of the rights, nearest entries first.' }),
  },
  { title: 'Access' },
);

/** A link that gives people without an account access to the object. */
export const AccessLinkSchema = Type.Object(
  {
    ShareId: Type.Integer({ description: 'The share.' }),
    Kind: Type.Enum(['Link', 'Task'], { description: '`Task`: of somebody outside who is asked to decide.' }),
    Status: Type.Enum(['Active', 'Pending'], {
      description: '`Pending`: nobody can open it until its contents are checked.',
    }),
    ...on,
    CreatedBy: PersonSchema,
    DateCreated: time('When the link was created.'),
    ExpiresOn: nullable(Type.String({ format: 'date-time' }), 'Null: without end.'),
    AccessCodeRequired: Type.Boolean({ description: 'Whether recipients must enter a code that is emailed to them.' }),
    HasPassword: Type.Boolean({ description: 'Whether a password protects the link.' }),
    AllowView: Type.Boolean({ description: 'Whether visitors can view.' }),
    AllowDownload: Type.Boolean({ description: 'Whether visitors can download and view.' }),
    AllowUpload: Type.Boolean({ description: 'Whether visitors can add documents and folders.' }),
    AllowEdit: Type.Boolean({ description: 'Whether visitors can add revisions.' }),
  },
  { title: 'AccessLink' },
);

export const AccessLinksQuery = Type.Object(pageQuery);

export const AccessQuery = Type.Object({
  ...pageQuery,
  query: prefixQuery('The beginning of a name or email address, case ignored.'),
});
