import { operations } from '../../platform/openapi/operations.ts';
import { requires } from '../tree/refusals.docs.ts';

const VALUE = 'The name is not valid or reserved, the data type is unknown, or the default does not fit it.';
const NO_TYPE = 'No such library or tag type exists.';
const CONSTRAINTS = { DefaultValue: 'Draft' };

export const tagTypeDocs = operations('Tags', {
  listTagTypes: {
    summary: 'List the tag types of a library',
    description:
      "Returns the tag types of a library without the service's own. Without `top` the list is complete. Requires Read.",
    answers: { 200: 'The tag types.', ...requires('Read', 'library') },
  },
  findTagTypes: {
    summary: 'Get the tag types with a name',
    description: "Returns the tag types of a library with this name, the service's own too. Requires Read.",
    answers: {
      200: 'The tag types.',
      403: 'You lack Read on the library. The body is not a problem.',
      404: 'No such library or tag type exists.',
    },
  },
  createTagType: {
    summary: 'Create a tag type',
    description: 'Creates a tag type in a library. Requires Grant on the library.',
    bodyExample: { TagTypeName: 'State', DataType: 'String', Constraints: CONSTRAINTS },
    answers: {
      201: { description: 'The tag type was created.', headers: ['Location'] },
      400: VALUE,
      ...requires('Grant', 'library'),
      409: 'A tag type with this name exists in the library.',
    },
  },
  updateTagType: {
    summary: 'Change a tag type',
    description: 'Changes the name or the constraints of a tag type. Requires Grant on the library.',
    bodyExample: { TagTypeName: 'Stage' },
    answers: {
      200: 'The tag type after the change.',
      400: VALUE,
      403: 'You lack Grant on the library.',
      404: NO_TYPE,
      409: 'A tag type with this name exists in the library.',
    },
  },
  deleteTagType: {
    summary: 'Delete a tag type',
    description:
      'Deletes a tag type and its values on all documents of the library. They cannot be restored. Requires Grant on the library.',
    answers: {
      204: 'The tag type was deleted.',
      400: 'The tag type belongs to the service.',
      403: 'You lack Grant on the library.',
      404: NO_TYPE,
    },
  },
  setTagTypeConstraints: {
    summary: 'Set the constraints of a tag type',
    description: 'Replaces the default constraints of a tag type. Requires Grant on the library.',
    bodyExample: CONSTRAINTS,
    answers: {
      200: 'The tag type after the change.',
      400: 'The default does not fit the data type.',
      403: 'You lack Grant on the library.',
      404: NO_TYPE,
    },
  },
  listFolderTagTypes: {
    summary: 'List the tag types of a folder',
    description: 'Returns the tag types of a folder with the constraints that apply there. Requires Read.',
    answers: { 200: 'The tag types.', ...requires('Read', 'folder') },
  },
  setFolderTagTypes: {
    summary: 'Replace the tag types of a folder',
    description:
      'Makes the tag types in the body the only ones of the folder. Child folders do not inherit them. Requires Grant on the library.',
    bodyExample: [{ TagTypeId: 1, Constraints: CONSTRAINTS }],
    answers: {
      200: 'The tag types after the change.',
      400: 'A tag type is named twice, or a default does not fit its data type.',
      403: 'You lack Grant on the library.',
      404: 'No such folder exists, or a tag type does not belong to its library.',
    },
  },
  setFolderTagTypeConstraints: {
    summary: 'Set the constraints of a tag type in a folder',
    description: 'Replaces the constraints of a tag type for one folder. Requires Grant on the library.',
    bodyExample: CONSTRAINTS,
    answers: {
      200: 'The tag type with the constraints that apply in the folder.',
      400: 'The default does not fit the data type.',
      403: 'You lack Grant on the library.',
      404: 'No such folder exists, or the tag type is not one of the folder.',
    },
  },
});
