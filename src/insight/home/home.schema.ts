import { Type } from 'typebox';
import { bytes, count, flag, nullable, nullableTime } from '../../platform/openapi/fields.ts';
import { NewDocumentSchema, RecentDocumentSchema } from '../../library/recents/recents.schema.ts';
import { StarredItemSchema } from '../../library/stars/stars.schema.ts';
import { UploadRequestSchema } from '../../sharing/requests/requests.schema.ts';
import { TaskSchema } from '../../work/tasks/tasks.schema.ts';
import { STEPS } from './home.queries.ts';

const StepSchema = Type.Enum([...STEPS], {
  description:
    'Branding: give the deployment a name or a logo. Library: create a corporate library. People: add a second user. ' +
    'Upload: store a document. Link: share an item by a link.',
});

const UsageSchema = Type.Object(
  {
    Documents: count('Documents.'),
    Bytes: bytes('Their size.'),
    IsPartial: flag('Whether there are more, which are not counted.'),
  },
  { title: 'StorageUsage' },
);

/** docs/api/home.md#home-object */
export const HomeSchema = Type.Object(
  {
    Tasks: Type.Array(TaskSchema, {
      description: 'Open tasks assigned to you, most urgent first: 5 at most.',
    }),
    Requests: Type.Array(UploadRequestSchema, {
      description: 'Requests for files that were sent to your address and are incomplete, the latest first: 5 at most.',
    }),
    Recents: Type.Array(RecentDocumentSchema, { description: 'Your recent documents: the latest 8.' }),
    Starred: Type.Array(StarredItemSchema, { description: 'Your starred items: the latest 8.' }),
    PreviousVisit: nullableTime('When your previous visit ended; null: this is the first one.'),
    NewDocuments: Type.Array(NewDocumentSchema, {
      description:
        'Documents that others have added or changed since your previous visit, the latest first: 8 at most.',
    }),
    Storage: Type.Object(
      {
        PersonalLibrary: UsageSchema,
        Deployment: nullable(UsageSchema, 'The whole deployment, for site admins; null for others.'),
      },
      { title: 'HomeStorage', description: 'Storage used.' },
    ),
    Checklist: Type.Array(StepSchema, {
      description: 'First steps that a site admin has neither done nor dismissed; empty for others.',
    }),
  },
  { title: 'Home' },
);

export const StepParams = Type.Object({ step: StepSchema });
