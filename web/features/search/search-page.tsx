import { Title } from '@mantine/core';
import { IconTags } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import type { NamedItem } from '../../api/answers.ts';
import { searchNames } from '../../api/library.ts';
import { librariesQuery } from '../../queries.ts';
import { appTexts } from '../../texts/en/app.ts';
import { libraryTexts } from '../../texts/en/library.ts';
import { tagSearchTexts } from '../../texts/en/tag-search.ts';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { ItemRow, PlaceList } from '../library/place-row.tsx';
import { ListPage, usePagedList } from '../shell/list-page.tsx';
import { ShellPage } from '../shell/shell-page.tsx';
import { SavedSearches } from '../tag-search/saved-searches.tsx';
import '../library/library.css';

const said = appTexts.search;

/** What is called what somebody looks for, the best matches first. */
export function SearchPage() {
  const { q = '' } = useSearch({ strict: false });
  const list = usePagedList(['found', q], (after) => searchNames(q, after), q !== '');
  if (q === '') {
    return (
      <ShellPage title={said.title} text={said.hint}>
        <SavedSearches />
        <TagSearches />
      </ShellPage>
    );
  }
  return (
    <ListPage title={said.results(q)} {...(list.items?.length === 0 ? { text: said.none } : {})} list={list}>
      {(found) => <PlaceList items={found} Row={Row} />}
    </ListPage>
  );
}

// Tags are those of a library, and so is the search.
function TagSearches() {
  const { data, error } = useQuery(librariesQuery);
  return (
    <section>
      <Title order={2} size="h4" className="section-title">
        {tagSearchTexts.inLibraries}
      </Title>
      <ProblemAlert error={error} />
      <ul className="place-list">
        {data?.map(({ LibraryId, LibraryName, IsPrivate }) => (
          <li key={LibraryId}>
            <Link to="/libraries/$id/search" params={{ id: String(LibraryId) }} search={{}} className="place-row">
              <IconTags size={24} stroke={1.5} aria-hidden />
              <span className="place-what">{IsPrivate ? libraryTexts.libraries.mine : LibraryName}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Row({ item }: { item: NamedItem }) {
  return <ItemRow item={item} text={said.inLibrary(item.LibraryName)} />;
}
