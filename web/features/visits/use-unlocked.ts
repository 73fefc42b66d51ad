import { useQueryClient } from '@tanstack/react-query';
import type { Visit } from '../../api/visits.ts';
import { useVisit } from './visit-context.ts';

/** Shows the link after it was unlocked. Requests that were refused while it was locked are sent again. */
export function useUnlocked(): (opened: Visit) => void {
  const { link } = useVisit();
  const queries = useQueryClient();
  return (opened) => {
    void queries.resetQueries({
      predicate: ({ queryKey: [noun], state }) => noun !== 'visit' && state.status === 'error',
    });
    queries.setQueryData(['visit', link.reference, link.recipient], opened);
  };
}
