import { type Answers, operations } from '../../platform/openapi/operations.ts';
import { requires } from '../tree/refusals.docs.ts';

const star = (kind: string) => ({
  summary: `Star a ${kind}`,
  description: `Adds a star for you; nobody else sees it. Does nothing if there is one. Requires Read on the ${kind}.`,
  answers: {
    204: 'It is starred.',
    ...requires('Read', kind),
    409: 'You have starred 200 other items.',
  } satisfies Answers,
});

const unstar = (kind: string) => ({
  summary: `Remove the star of a ${kind}`,
  description: 'Removes your star. Does nothing if there is none, even if the item does not exist.',
  answers: { 204: 'It is not starred.' } satisfies Answers,
});

export const starDocs = operations('Home', {
  listStarredItems: {
    summary: 'List your starred items',
    description:
      'Returns the libraries, folders, and documents that you have starred, the latest star first: without those that you can no ' +
      'longer read and those in the trash. They come back if you can read them again.',
    answers: { 200: { description: 'The items.', headers: ['Link'] } },
  },
  starLibrary: star('library'),
  unstarLibrary: unstar('library'),
  starFolder: star('folder'),
  unstarFolder: unstar('folder'),
  starDocument: star('document'),
  unstarDocument: unstar('document'),
});
