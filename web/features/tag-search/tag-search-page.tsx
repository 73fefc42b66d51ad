/** Tag search in a library or folder. The search is in the address. */
import { Skeleton } from '@mantine/core';
import { IconTags } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams, useSearch } from '@tanstack/react-router';
import type { Place } from '../../api/answers.ts';
import type { ContainerKey, TagCriterion } from '../../api/keys.ts';
import { tagTypesQuery } from '../tags/tag-types-of.ts';
import { searchByTags } from '../../api/search.ts';
import { libraryMessages } from '../../messages/en/library.ts';
import { tagSearchMessages as t } from '../../messages/en/tags.ts';
import { Empty } from '../../ui/empty.tsx';
import { Crumbs } from '../library/tree/crumbs.tsx';
import { InPlace } from '../library/place-pages.tsx';
import { usePagedList } from '../shell/list-page.tsx';
import { ShellPage } from '../shell/shell-page.tsx';
import { FailedMessage } from '../visits/states.tsx';
import { readCriteria } from './criteria.ts';
import { Found } from './found.tsx';
import { SaveSearch } from './save-search.tsx';
import { SavedSearches } from './saved-searches.tsx';
import { SearchForm } from './search-form.tsx';
import libraryCss from '../library/library.module.css';
import tagSearchCss from './tag-search.module.css';

export function LibrarySearchPage() {
  return <SearchOf kind="library" />;
}

export function FolderSearchPage() {
  return <SearchOf kind="folder" />;
}

function SearchOf({ kind }: { kind: ContainerKey['kind'] }) {
  const { id = '' } = useParams({ strict: false });
  const container = { kind, id: Number(id) };
  return (
    <InPlace of={container}>
      {(place) => (
        <>
          <div className={libraryCss.placeCrumbs}>
            <Crumbs place={place} end={t.action} />
          </div>
          <ShellPage title={t.titleOf(nameOf(place, kind))} text={t.text}>
            <Search container={container} />
          </ShellPage>
        </>
      )}
    </InPlace>
  );
}

function Search({ container }: { container: ContainerKey }) {
  const { kind, id } = container;
  const { tags = '' } = useSearch({ strict: false });
  const types = useQuery(tagTypesQuery(container));
  const criteria = readCriteria(tags);
  const list = usePagedList(
    ['found-by-tags', kind, String(id), tags],
    (after) => searchByTags(container, criteria, after),
    criteria.length > 0,
  );
  if (types.error !== null) return <FailedMessage error={types.error} retry={() => void types.refetch()} />;
  if (types.data === undefined) return <Skeleton height={120} mt="lg" />;
  const simple = types.data.filter(({ FlavorName }) => FlavorName === 'Simple');
  if (simple.length === 0) return <Empty Icon={IconTags} text={t.noTags} />;
  return (
    <>
      <SearchForm key={tags} types={simple} criteria={criteria} refusal={list.error} />
      {criteria.length === 0 ? <SavedSearches /> : null}
      {criteria.length > 0 && list.error === null ? (
        <>
          <Keep container={container} criteria={criteria} />
          <Found list={list} />
        </>
      ) : null}
    </>
  );
}

// Saves the search, or opens a saved one.
function Keep(search: { container: ContainerKey; criteria: TagCriterion[] }) {
  return (
    <div className={`${libraryCss.browserActions} ${tagSearchCss.foundKeep}`}>
      <SaveSearch {...search} />
      <Link to="." search={{}}>
        {t.saved.others}
      </Link>
    </div>
  );
}

function nameOf({ IsPrivate, LibraryName, Path }: Place, kind: ContainerKey['kind']): string {
  if (kind === 'folder') return Path.at(-1)?.FolderName ?? '';
  return IsPrivate ? libraryMessages.libraries.mine : (LibraryName ?? '');
}
