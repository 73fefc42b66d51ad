/** Searches by tags that one has saved under a name: opened with a click, removed with a way back. */
import { ActionIcon, Title } from '@mantine/core';
import { IconTags, IconX } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useId } from 'react';
import type { SavedSearch } from '../../api/answers.ts';
import { forgetSearch, listSavedSearches, saveSearch } from '../../api/tag-search.ts';
import { appTexts } from '../../texts/en/app.ts';
import { tagSearchTexts } from '../../texts/en/tag-search.ts';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { PlaceName } from '../library/place-row.tsx';
import { whyNot } from '../library/run-all.ts';
import { showNotice } from '../shell/notice-list.ts';
import { printCriteria } from './criteria.ts';
import './tag-search.css';

const said = tagSearchTexts.saved;

/** All of them, of whatever library; nothing if there are none. */
export function SavedSearches() {
  const title = useId();
  const { data, error } = useQuery({ queryKey: ['saved-searches'], queryFn: listSavedSearches });
  if (error !== null) return <ProblemAlert error={error} />;
  if (data === undefined || data.length === 0) return null;
  return (
    <section aria-labelledby={title}>
      <Title order={2} size="h4" className="section-title" id={title}>
        {said.title}
      </Title>
      <ul className="place-list">
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
    <li className="saved-search">
      <SavedLink search={search}>
        <IconTags size={24} stroke={1.5} aria-hidden />
        <PlaceName name={SearchName} text={place === null ? said.closed : said.of(place)} />
      </SavedLink>
      <ActionIcon
        variant="subtle"
        size={36}
        aria-label={said.remove(SearchName)}
        title={said.remove(SearchName)}
        onClick={() => void remove()}
      >
        <IconX size={18} aria-hidden />
      </ActionIcon>
    </li>
  );
}

// What would lead to a refusal is no link.
function SavedLink({ search, children }: { search: SavedSearch; children: ReactNode }) {
  const { LibraryId, FolderId, PlaceName: place, Criteria } = search;
  if (place === null) return <span className="place-row">{children}</span>;
  const criteria = Criteria.map(({ TagTypeId: tagTypeId, Value: value }) => ({ tagTypeId, value }));
  return (
    <Link
      to={FolderId === null ? '/libraries/$id/search' : '/folders/$id/search'}
      params={{ id: String(FolderId ?? LibraryId) }}
      search={{ tags: printCriteria(criteria) }}
      className="place-row"
    >
      {children}
    </Link>
  );
}

function useRemove(search: SavedSearch): () => Promise<void> {
  const queries = useQueryClient();
  const tell = (work: Promise<unknown>, text: string, act?: { label: string; run: () => void }) =>
    work.then(
      () => {
        showNotice({ kind: 'done', text, act });
        return queries.invalidateQueries({ queryKey: ['saved-searches'] });
      },
      (error: Error) => void showNotice({ kind: 'failed', text: whyNot(error) }),
    );
  const back = () => void tell(saveSearch(search), said.saved(search.SearchName));
  const undo = { label: appTexts.notices.undo, run: back };
  // What is about a place that is not open any more could not be saved again.
  return () =>
    tell(
      forgetSearch(search.SavedSearchId),
      said.removed(search.SearchName),
      search.PlaceName === null ? undefined : undo,
    );
}
