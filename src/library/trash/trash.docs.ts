import { operations } from '../../platform/openapi/operations.ts';

export const trashDocs = operations('Trash', {
  listTrash: {
    summary: 'List what you deleted',
    description: 'Returns the items that you moved to the trash, newest first. Without `top` the list is complete.',
    answers: { 200: 'The items.' },
  },
  listDeploymentTrash: {
    summary: 'List the trash of the deployment',
    description:
      'Returns the items that anybody deleted from corporate libraries, newest first. Without `top` the list is complete. For site admins.',
    answers: { 200: 'The items.' },
  },
});
