import { operations } from '../../platform/openapi/operations.ts';

export const overviewDocs = operations('Operation', {
  getOverview: {
    summary: 'Get the figures of the deployment',
    description:
      'Returns counts of documents, storage, people, links, jobs, emails, tasks, and activity. It reads whole indexes, so request it ' +
      'at most once a minute. For site admins.',
    answers: { 200: 'The figures.' },
  },
});
