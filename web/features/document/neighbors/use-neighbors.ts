import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { coarseUrlOf } from '../../../api/documents.ts';
import { documentQuery, placeQuery, prefetch, tagsQuery } from '../../../queries.ts';
import { readExpand } from '../../library/columns/columns.ts';
import { optionsOf } from '../../library/list/listing-query.ts';
import { type Neighbors, findNeighbors } from './find-neighbors.ts';

/**
 * The neighbors of a document in the order and with the filters of the address, else in the order of its folder. Null if it has none there,
 * undefined while they load.
 */
export function useNeighbors(documentId: number, folderId: number): Neighbors | null | undefined {
  const queries = useQueryClient();
  const search = useSearch({ strict: false });
  const options = optionsOf(search, readExpand(search));
  const { data } = useQuery({
    queryKey: ['neighbors', folderId, options, documentId],
    queryFn: () => findNeighbors(queries, folderId, options, documentId),
    staleTime: 30_000,
  });
  const { previous = null, next = null } = data ?? {};
  useEffect(() => {
    for (const neighbor of [next, previous]) {
      if (neighbor === null) continue;
      const { id, modifiedAt } = neighbor;
      prefetch(queries, placeQuery({ kind: 'document', id }));
      prefetch(queries, documentQuery(id));
      prefetch(queries, tagsQuery(id));
      // The content and a readable picture are not loaded ahead: they would be recorded as a view.
      new Image().src = coarseUrlOf(id, modifiedAt);
    }
  }, [queries, next, previous]);
  return data;
}
