import { Type } from 'typebox';
import { links, wantedId } from '../../platform/openapi/fields.ts';
import { DATA_TYPE_NAMES } from './tag-values.ts';

/** docs/api/tags.md#tag-type-object */
export const TagTypeSchema = Type.Object(
  {
    TagTypeId: Type.Integer({ description: 'The tag type.' }),
    TagTypeName: Type.String({ description: 'Name of the tag type, unique in the library.' }),
    FlavorName: Type.Enum(['Simple', 'Status'], { description: "`Status`: the service's own." }),
    DataType: Type.Integer({ minimum: 0, maximum: 2, description: '0 String, 1 Numeric, 2 Date.' }),
    DataTypeName: Type.Enum(DATA_TYPE_NAMES, { description: 'Name of the data type.' }),
    Constraints: Type.String({
      description: 'JSON text of an object: `DefaultValue` (text or null) and `DataSetValues` (null).',
    }),
    Links: links({ TagValuesUri: Type.String({ description: 'URL of the values in use.' }) }),
  },
  { title: 'TagType' },
);

/** A constraints object; DataSetValues is accepted and ignored (docs/api/tags.md#tag-types-of-a-library). */
export const ConstraintsBody = Type.Object(
  {
    DefaultValue: Type.Optional(
      Type.Union([Type.String(), Type.Null()], {
        description: 'The value for new documents; it must fit the data type. A date has the form MMddyyyy.',
      }),
    ),
    DataSetValues: Type.Optional(Type.Unknown({ description: 'Not used; always null in answers.' })),
  },
  { title: 'TagTypeConstraints' },
);

const Constraints = Type.Optional(
  Type.Union([ConstraintsBody, Type.String()], { description: 'The object, or its JSON text as answers have it.' }),
);

export const CreateTagTypeBody = Type.Object(
  {
    TagTypeName: Type.String({ description: 'Name of the tag type, unique in the library.' }),
    DataType: Type.Union([
      Type.Enum(DATA_TYPE_NAMES),
      Type.Integer({ minimum: 0, maximum: 2, description: '0 String, 1 Numeric, 2 Date.' }),
    ]),
    Constraints,
  },
  { title: 'TagTypeCreate', description: 'A tag type to create.' },
);

export const ChangeTagTypeBody = Type.Object(
  {
    TagTypeName: Type.Optional(Type.String({ description: 'Name of the tag type, unique in the library.' })),
    Constraints,
  },
  { title: 'TagTypeUpdate', description: 'Changes of a tag type.' },
);

/** The tag types of a folder with the constraints that differ there (docs/api/tags.md#tag-types-of-a-folder). */
export const AssociationsBody = Type.Array(Type.Object({ TagTypeId: wantedId('The tag type.'), Constraints }), {
  title: 'FolderTagTypesUpdate',
  description: 'The tag types of the folder; they replace the ones before.',
  maxItems: 1000,
});

/** docs/errors.md#bodies-of-their-own */
export const AccessDeniedSchema = Type.Object(
  { AccessDenied: Type.Literal(true, { description: 'Always true.' }) },
  { title: 'AccessDenied', description: 'The library may not be read.' },
);
