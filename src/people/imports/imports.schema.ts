import { Type } from 'typebox';
import { flag, nullable } from '../../platform/openapi/fields.ts';

/** The most people that one file can have. */
export const IMPORT_LIMIT = 500;

/** The longest file, in characters. */
const MAX_CSV = 256 * 1024;

export const IMPORT_OUTCOMES = ['Added', 'Exists', 'Invalid'] as const;

export const ImportBody = Type.Object(
  {
    Csv: Type.String({
      maxLength: MAX_CSV,
      pattern: '^[^\\u0000]*$',
      description:
        `Text of a CSV file with the columns \`Email\`, \`Name\`, \`Role\` and \`Groups\` in its first line, of at most ${IMPORT_LIMIT} people and ` +
        '262,144 characters. `Role` and `Groups` can be absent.',
    }),
    DryRun: Type.Optional(flag('Whether to check the file only. Default false.')),
    SkipInvalid: Type.Optional(
      flag('Whether to add the other people if lines have errors. Default false: an error refuses the whole file.'),
    ),
  },
  { title: 'UserImport', description: 'A file of people to add.' },
);

const ImportLineSchema = Type.Object(
  {
    Line: Type.Integer({
      description: 'Number of the line in the file, from 1; of its last line, if a cell has several.',
    }),
    Email: Type.String({ description: 'Address, or the cell if it is not valid.' }),
    Name: Type.String({ description: 'Name, or the cell if it is not valid.' }),
    IsSiteAdmin: flag('Whether the role is site admin.'),
    Groups: Type.Array(Type.String(), { description: 'Names of the groups.' }),
    Outcome: Type.Enum(IMPORT_OUTCOMES, {
      description:
        '`Added`: the person is added, or with `DryRun` would be. `Exists`: there is an account, which stays as it is. `Invalid`: see `Errors`.',
    }),
    UserId: nullable(Type.Integer(), 'The account that was added or exists; null for others.'),
    Errors: Type.Array(Type.String(), { description: 'Errors of the line.' }),
  },
  { description: 'A line of the file.' },
);

export const ImportResultSchema = Type.Object(
  { Lines: Type.Array(ImportLineSchema, { description: 'The lines with people, in the order of the file.' }) },
  { title: 'UserImportResult', description: 'The outcome for each line; with `DryRun` the expected one.' },
);
