import { Title } from '@mantine/core';
import { IconTags } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import type { NamedItem } from '../../api/answers.ts';
import { searchNames } from '../../api/library.ts';
import { librariesQuery } from '../../queries.ts';
import { appMessages } from '../../messages/en/app.ts';
import { libraryMessages } from '../../messages/en/library.ts';
import { tagSearchMessages } from '../../messages/en/tags.ts';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { PlaceItem, PlaceList } from '../library/item/place-row.tsx';
import { ListPage, usePagedList } from '../shell/list-page.tsx';
import { ShellPage } from '../shell/shell-page.tsx';
import { SavedSearches } from '../tag-search/saved-searches.tsx';
import libraryCss from '../library/library.module.css';
import shellCss from '../shell/shell.module.css';

const t = appMessages.search;

/** Items whose names match the query, best matches first. */
export function SearchPage() {
  const { q = '' } = useSearch({ strict: false });
  const list = usePagedList(['found', q], (after) => searchNames(q, after), q !== '');
  if (q === '') {
    return (
      <ShellPage title={t.title} text={t.hint}>
        <SavedSearches />
        <TagSearches />
      </ShellPage>
    );
  }
  return (
    <ListPage title={t.results(q)} {...(list.items?.length === 0 ? { text: t.none } : {})} list={list}>
      {(found) => <PlaceList items={found} Row={Row} />}
    </ListPage>
  );
}

// Tags belong to a library, so the search does too.
function TagSearches() {
  const { data, error } = useQuery(librariesQuery);
  return (
    <section>
      <Title order={2} size="h4" className={shellCss.sectionTitle}>
        {tagSearchMessages.inLibraries}
      </Title>
      <ProblemAlert error={error} />
      <ul className={libraryCss.placeList}>
        {data?.map(({ LibraryId, LibraryName, IsPrivate }) => (
          <li key={LibraryId}>
            <Link
              to="/libraries/$id/search"
              params={{ id: String(LibraryId) }}
              search={{}}
              className={libraryCss.placeRow}
            >
              <IconTags size={24} stroke={1.5} aria-hidden />
              <span className={libraryCss.placeWhat}>{IsPrivate ? libraryMessages.libraries.mine : LibraryName}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Row({ item }: { item: NamedItem }) {
  return <PlaceItem item={item} text={t.inLibrary(item.LibraryName)} />;
}
