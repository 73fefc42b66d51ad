import { operations } from '../../platform/openapi/operations.ts';
import { CONDITIONAL, changed, requires, tagged } from '../tree/refusals.docs.ts';

export const tagDocs = operations('Tags', {
  listDocumentTags: {
    summary: 'List the tags of a document',
    description: 'Returns the tags that people gave a document. Without `top` the list is complete. Requires Read.',
    answers: { 200: tagged('The tags.'), ...requires('Read', 'document'), ...CONDITIONAL },
  },
  setDocumentTags: {
    summary: 'Replace the tags of a document',
    description:
      'Sets the tags of a document as a whole; tag types that the body does not name are cleared. Requires Write.',
    bodyExample: [{ TagTypeId: 1, Value: 'Draft' }],
    answers: {
      200: changed('The tags after the change.'),
      400: 'A value does not fit its data type, a tag type is named twice, or a tag type belongs to the service.',
      403: 'You lack Write on the document.',
      404: 'No such document exists, or a tag type does not belong to its library.',
    },
  },
  updateDocumentTags: {
    summary: 'Change some tags of a document',
    description:
      'Sets or clears the tags that the body names and keeps all others. An empty value clears a tag. Requires Write.',
    bodyExample: [{ TagTypeId: 1, Value: 'Draft' }],
    answers: {
      200: changed('All tags after the change.'),
      400: 'A value does not fit its data type, a tag type is named twice, or a tag type belongs to the service.',
      403: 'You lack Write on the document.',
      404: 'No such document exists, or a tag type does not belong to its library.',
    },
  },
  listTagValues: {
    summary: 'List the values of a tag type',
    description:
      'Returns the different values on documents that you can read, in the order of the data type. Without `top` the list is complete.',
    answers: { 200: 'The values.', 403: 'You lack Read on the library.', 404: 'No such tag type exists.' },
  },
});
