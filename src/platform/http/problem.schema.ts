import { Type } from 'typebox';

const ProblemEntrySchema = Type.Object({
  type: Type.String(),
  title: Type.String(),
  instance: Type.String({ description: 'The name of the offending parameter.' }),
  detail: Type.String(),
});

/** Body of every error (docs/errors.md). */
export const ProblemSchema = Type.Object(
  {
    status: Type.Integer(),
    type: Type.String({ description: 'One of the types in docs/errors.md#problem-types, e.g. `/validation_error`.' }),
    title: Type.String({ description: 'One line that a person can act on.' }),
    detail: Type.String(),
    instance: Type.String({ description: 'The path of the request.' }),
    errors: Type.Array(ProblemEntrySchema),
    requestId: Type.Optional(Type.String({ description: 'With status 500: the id under which the cause is logged.' })),
  },
  { title: 'Problem' },
);
