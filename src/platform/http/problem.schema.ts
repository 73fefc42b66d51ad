import { Type } from 'typebox';

const ProblemEntrySchema = Type.Object(
  {
    type: Type.String({ description: '`/invalid_parameter` or `/missing_parameter`.' }),
    title: Type.String({ description: 'The kind of error in words.' }),
    instance: Type.String({ description: 'The name of the parameter or property, such as `FolderName` or `0.Value`.' }),
    detail: Type.String({ description: 'A sentence that says what is wrong with it.' }),
  },
  { title: 'ProblemEntry', description: 'One parameter or property that is missing or not valid.' },
);

/** Body of every error (docs/errors.md). */
export const ProblemSchema = Type.Object(
  {
    status: Type.Integer({ description: 'The HTTP status.' }),
    type: Type.String({ description: 'The kind of problem for programs, such as `/validation_error`.' }),
    title: Type.String({ description: 'One line that a person can act on. It can change; programs compare `type`.' }),
    detail: Type.String({ description: 'More about this case; often empty.' }),
    instance: Type.String({ description: 'The path of the request.' }),
    errors: Type.Array(ProblemEntrySchema, {
      description: 'Every parameter that is wrong; empty where the problem is not about parameters.',
    }),
    requestId: Type.Optional(
      Type.String({ description: 'With status 500 only: the id under which the server logged the cause.' }),
    ),
  },
  {
    title: 'Problem',
    description: 'An error (RFC 9457, media type `application/problem+json`). Nothing was changed by the request.',
  },
);
