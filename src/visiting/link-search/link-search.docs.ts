import { operations } from '../../platform/openapi/operations.ts';
import { LOCK, behindLock } from '../link-routes/visits.docs.ts';

export const linkSearchDocs = operations('Visits', {
  searchVisitFolder: {
    summary: 'Search in a folder of a link',
    description:
      'Finds documents in the folder and below it by the words of their names and texts, and folders by their names, the best first: 20 items ' +
      'unless `top` says otherwise, at most 50. Only names are searched if the link does not allow downloads, or limits them. The total is exact up to ' +
      '1000; `X-Search-Incomplete` says that there may be more.',
    security: LOCK,
    answers: {
      200: {
        description: 'The items that were found.',
        headers: ['Link', 'X-Total-Count', 'X-Search-Incomplete'] as const,
      },
      400: 'The query cannot be read.',
      ...behindLock('folder'),
      429: 'Too many searches were sent, or others through the link are waiting. `Retry-After` says when to try again.',
    },
  },
});
