import { operations } from '../../platform/openapi/operations.ts';

export const recentDocs = operations('Home', {
  listRecentDocuments: {
    summary: 'List your recent documents',
    description:
      'Returns the documents that you have opened, uploaded, or changed in the last 90 days, the latest first and each once: 200 at ' +
      'most, without those that you can no longer read and those in the trash.',
    answers: { 200: { description: 'The documents.', headers: ['Link'] } },
  },
});
