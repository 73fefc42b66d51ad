import { operations } from '../../platform/openapi/operations.ts';

export const savedSearchDocs = operations('Search', {
  listSavedSearches: {
    summary: 'List your saved searches',
    description: 'Returns the searches that you saved, by name.',
    answers: { 200: 'The saved searches.' },
  },
  getSavedSearch: {
    summary: 'Get a saved search',
    description: 'Returns one of your saved searches.',
    answers: { 200: 'The saved search.', 404: 'You have no such saved search.' },
  },
  createSavedSearch: {
    summary: 'Save a search',
    description:
      'Saves a search for yourself, at most 50: by tags in a library or folder, or a query, everywhere or in one of these. ' +
      'Requires Read on the library or folder. With `Alert` you are notified of documents that match from now on, for at most 20 searches.',
    bodyExample: { SearchName: 'Leases', Q: '"lease agreement" type:pdf', Alert: true },
    answers: {
      201: 'The search was saved.',
      400: 'The name, the query or a criterion is not valid, or there are both or neither of these.',
      403: 'You lack Read on the library or folder.',
      404: 'No such library, folder, or tag type exists.',
      409: 'You have a saved search with this name, 50 of them, or 20 alerts, or the deployment has 1000 alerts.',
    },
  },
  changeSavedSearch: {
    summary: 'Change a saved search',
    description:
      'Changes the name, the query or the alert of one of your saved searches. With another query, the alert starts over.',
    bodyExample: { SearchName: 'Leases of 2026', Alert: false },
    answers: {
      200: 'The saved search.',
      400: 'The name or the query is not valid, or a search by tags would get a query or an alert.',
      403: 'The alert is turned on, and you lack Read on the library or folder.',
      404: 'You have no such saved search, or its library or folder cannot be found.',
      409: 'You have another saved search with this name, or too many alerts.',
    },
  },
  deleteSavedSearch: {
    summary: 'Delete a saved search',
    description: 'Deletes one of your saved searches, with its alert.',
    answers: { 204: 'The saved search was deleted.', 404: 'You have no such saved search.' },
  },
});
