import { operations } from '../../platform/openapi/operations.ts';
import { requires } from '../tree/refusals.docs.ts';

export const fullSearchDocs = operations('Search', {
  searchItems: {
    summary: 'Search names, tags, and texts',
    description:
      'With `q`, finds documents that you can read by the words of their names, tags and texts, and folders by their names, the best ' +
      'first: 50 items unless `top` says otherwise, at most 200. The total is exact up to 1000; `X-Search-Incomplete` says that there may be more. ' +
      'With `query`, finds folders and documents whose names contain all words, most similar first. Very large ' +
      'deployments are not searched completely for a text that very many names contain, or for one or two characters.',
    answers: {
      200: {
        description: 'The items that were found.',
        headers: ['Link', 'X-Total-Count', 'X-Search-Incomplete'] as const,
      },
      400: 'The query or a filter cannot be read, or not exactly one of `q` and `query` is given.',
      ...requires('Read', 'library or folder'),
    },
  },
  getSearchFacets: {
    summary: 'Count the matches of a search by facet',
    description:
      'Returns how many of the documents that `searchItems` finds with the same query and filters have each kind, library, person, year and tag. ' +
      'Counts the first 1000 matches, and returns at most 20 values of each facet.',
    answers: {
      200: 'The counts.',
      400: 'The query or a filter cannot be read.',
      ...requires('Read', 'library or folder'),
    },
  },
});
