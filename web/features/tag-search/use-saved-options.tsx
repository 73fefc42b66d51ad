import { IconBookmark } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { listSavedSearches } from '../../api/search.ts';
import { savedMessages as t } from '../../messages/en/search/saved.ts';
import { linkOf } from './saved-link.ts';

type SavedOption = { key: string; label: string; hint: string; icon: ReactNode; run: () => void };

/**
 * Options that open the person's saved searches: those whose names contain the text, case ignored, and at most so many.
 * `isKnown` false: they are not loaded yet.
 */
export function useSavedOptions(text: string, most: number): { saved: SavedOption[]; isKnown: boolean } {
  const navigate = useNavigate();
  const { data = [], isFetched } = useQuery({ queryKey: ['saved-searches'], queryFn: listSavedSearches });
  const wanted = text.toLowerCase();
  const saved = data
    .filter(({ SearchName }) => SearchName.toLowerCase().includes(wanted))
    .slice(0, most)
    .map((search) => ({
      key: `saved-${search.SavedSearchId}`,
      label: search.SearchName,
      hint: t.one,
      icon: <IconBookmark size={20} stroke={1.75} aria-hidden />,
      run: () => void navigate(linkOf(search)),
    }));
  return { saved, isKnown: isFetched };
}
