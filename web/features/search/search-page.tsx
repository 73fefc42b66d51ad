import { Title } from '@mantine/core';
import { IconTags } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { librariesQuery } from '../../queries.ts';
import { libraryMessages } from '../../messages/en/library.ts';
import { searchMessages as t } from '../../messages/en/search/results.ts';
import { tagSearchMessages } from '../../messages/en/tags.ts';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { ShellPage } from '../shell/shell-page.tsx';
import { SavedSearches } from '../tag-search/saved-searches.tsx';
import { FullResults, NameResults } from './results.tsx';
import { countFilters, searchOf } from './search-address.ts';
import { SearchHelp } from './search-help.tsx';
import libraryCss from '../library/library.module.css';
import shellCss from '../shell/shell.module.css';

/** Items that match the search of the address, best matches first. */
export function SearchPage() {
  const address = useSearch({ strict: false });
  const search = searchOf(address);
  const { q } = search;
  if (q === '' && countFilters(search) === 0) {
    return (
      <ShellPage title={t.title} text={t.hint}>
        <SavedSearches />
        <TagSearches />
        <SearchHelp />
      </ShellPage>
    );
  }
  return (
    <ShellPage title={q === '' ? t.resultsOfFilters : t.results(q)}>
      {address.only === 'names' && q !== '' ? <NameResults q={q} /> : <FullResults search={search} />}
    </ShellPage>
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
