import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { Place } from '../../api/answers.ts';
import { setStar } from '../../api/home.ts';
import type { ObjectKey } from '../../api/keys.ts';
import { homeMessages } from '../../messages/en/home.ts';
import { libraryMessages } from '../../messages/en/library.ts';
import { showNotice } from '../shell/notice-list.ts';
import { problemText } from '../../ui/problem-text.ts';

const t = homeMessages.starred;

/** Query keys of data that shows stars. */
const SHOWN_IN = ['place', 'home', 'starred', 'shared', 'found'];

type Named = ObjectKey & { name: string };

/** Adds or removes the stars of items, and shows a notice. */
export function useStar(): (items: readonly Named[], isStarred: boolean) => Promise<void> {
  const queries = useQueryClient();
  return useCallback(
    async (items, isStarred) => {
      try {
        for (const item of items) await setStar(item, isStarred);
        const what = libraryMessages.what(items.map(({ name }) => name));
        showNotice({ kind: 'done', text: (isStarred ? t.done : t.removed)(what) });
      } catch (error) {
        showNotice({ kind: 'failed', text: problemText(error) });
      }
      await Promise.all(SHOWN_IN.map((noun) => queries.invalidateQueries({ queryKey: [noun] })));
    },
    [queries],
  );
}

/** Whether an item directly in a place is starred. */
export function isStarredIn({ StarredItems }: Place, { kind, id }: ObjectKey): boolean {
  return StarredItems.some(({ FolderId, DocumentId }) => (kind === 'folder' ? FolderId : DocumentId) === id);
}
