/** The filters in use above the results. Each is a link to the search without it. */
import { IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getProfile } from '../../api/people.ts';
import { filterMessages } from '../../messages/en/filters.ts';
import { searchMessages } from '../../messages/en/search/results.ts';
import { librariesQuery, placeQuery } from '../../queries.ts';
import type { SearchFacets } from '../../api/answers.ts';
import { Change } from './facets.tsx';
import { NO_FILTERS, type SearchAddress, type SearchFilters, countFilters, toggleTag } from './search-address.ts';
import css from './search.module.css';

const t = searchMessages.facets;

type Props = { filters: SearchFilters; facets: SearchFacets | undefined };

export function FilterChips({ filters, facets }: Props) {
  const { type, libraryId, folderId, owner, year, tags } = filters;
  if (countFilters(filters) === 0) return null;
  return (
    <ul className={css.chips} aria-label={t.title}>
      {type === null ? null : <Chip text={filterMessages.kinds[type]} change={{ kind: undefined }} />}
      {libraryId === null ? null : <LibraryChip id={libraryId} facets={facets} />}
      {folderId === null ? null : <FolderChip id={folderId} />}
      {owner === null ? null : <PersonChip id={owner} />}
      {year === null ? null : <Chip text={String(year)} change={{ year: undefined }} />}
      {tags.map((tag) => (
        <Chip key={tag} text={tag.replace('=', ': ')} change={{ tag: toggleTag(tags, tag) }} />
      ))}
      <li>
        <Change change={NO_FILTERS} className={css.clear}>
          {t.clear}
        </Change>
      </li>
    </ul>
  );
}

function LibraryChip({ id, facets }: { id: number; facets: SearchFacets | undefined }) {
  const { data } = useQuery(librariesQuery);
  const known = [...(data ?? []), ...(facets?.Libraries ?? [])].find(({ LibraryId }) => LibraryId === id);
  return <Chip text={known?.LibraryName ?? t.library} change={{ library: undefined }} />;
}

function FolderChip({ id }: { id: number }) {
  const { data } = useQuery(placeQuery({ kind: 'folder', id }));
  return <Chip text={data?.Path.at(-1)?.FolderName ?? t.folder} change={{ folder: undefined }} />;
}

function PersonChip({ id }: { id: number }) {
  const { data } = useQuery({ queryKey: ['profile', id], queryFn: () => getProfile(id) });
  return <Chip text={data?.Name ?? t.someone} change={{ by: undefined }} />;
}

function Chip({ text, change }: { text: string; change: SearchAddress }) {
  return (
    <li>
      <Change change={change} className={css.chip} label={t.remove(text)}>
        <span className={css.chipText}>{text}</span>
        <IconX size={16} aria-hidden />
      </Change>
    </li>
  );
}
