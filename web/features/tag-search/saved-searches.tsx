/** The person's saved tag searches, each with a link and a delete button with undo. */
import { ActionIcon, Title } from '@mantine/core';
import { IconTags, IconX } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useId } from 'react';
import type { SavedSearch } from '../../api/answers.ts';
import { deleteSearch, listSavedSearches, saveSearch } from '../../api/search.ts';
import { appMessages } from '../../messages/en/app.ts';
import { tagSearchMessages } from '../../messages/en/tags.ts';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { PlaceName } from '../library/item/place-row.tsx';
import { describeFailure } from '../library/actions/run-all.ts';
import { showNotice } from '../shell/notice-list.ts';
import { formatCriteria } from './criteria.ts';
import tagSearchCss from './tag-search.module.css';
import libraryCss from '../library/library.module.css';
import shellCss from '../shell/shell.module.css';

const t = tagSearchMessages.saved;

/** Saved searches of all libraries. Hidden if there are none. */
export function SavedSearches() {
  const title = useId();
  const { data, error } = useQuery({ queryKey: ['saved-searches'], queryFn: listSavedSearches });
  if (error !== null) return <ProblemAlert error={error} />;
  if (data === undefined || data.length === 0) return null;
  return (
    <section aria-labelledby={title}>
      <Title order={2} size="h4" className={shellCss.sectionTitle} id={title}>
        {t.title}
      </Title>
      <ul className={libraryCss.placeList}>
        {data.map((search) => (
          <SavedRow key={search.SavedSearchId} search={search} />
        ))}
      </ul>
    </section>
  );
}

function SavedRow({ search }: { search: SavedSearch }) {
  const remove = useRemove(search);
  const { SearchName, PlaceName: place } = search;
  return (
    <li className={tagSearchCss.savedSearch}>
      <SavedLink search={search}>
        <IconTags size={24} stroke={1.5} aria-hidden />
        <PlaceName name={SearchName} text={place === null ? t.closed : t.of(place)} />
      </SavedLink>
      <ActionIcon
        variant="subtle"
        size={36}
        aria-label={t.remove(SearchName)}
        title={t.remove(SearchName)}
        onClick={() => void remove()}
      >
        <IconX size={18} aria-hidden />
      </ActionIcon>
    </li>
  );
}

// A search whose place is not accessible has no link.
function SavedLink({ search, children }: { search: SavedSearch; children: ReactNode }) {
  const { LibraryId, FolderId, PlaceName: place, Criteria } = search;
  if (place === null) return <span className={libraryCss.placeRow}>{children}</span>;
  const criteria = Criteria.map(({ TagTypeId: tagTypeId, Value: value }) => ({ tagTypeId, value }));
  return (
    <Link
      to={FolderId === null ? '/libraries/$id/search' : '/folders/$id/search'}
      params={{ id: String(FolderId ?? LibraryId) }}
      search={{ tags: formatCriteria(criteria) }}
      className={libraryCss.placeRow}
    >
      {children}
    </Link>
  );
}

function useRemove(search: SavedSearch): () => Promise<void> {
  const queries = useQueryClient();
  const notify = (work: Promise<unknown>, text: string, act?: { label: string; run: () => void }) =>
    work.then(
      () => {
        showNotice({ kind: 'done', text, act });
        return queries.invalidateQueries({ queryKey: ['saved-searches'] });
      },
      (error: Error) => void showNotice({ kind: 'failed', text: describeFailure(error) }),
    );
  const back = () => void notify(saveSearch(search), t.saved(search.SearchName));
  const undo = { label: appMessages.notices.undo, run: back };
  // A search whose place is not accessible cannot be saved again, so it has no undo.
  return () =>
    notify(
      deleteSearch(search.SavedSearchId),
      t.removed(search.SearchName),
      search.PlaceName === null ? undefined : undo,
    );
}
