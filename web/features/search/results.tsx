/** The results of a search with their filters beside them, or below a button on a phone. */
import { Alert, Button, Skeleton, VisuallyHidden } from '@mantine/core';
import { IconFilter, IconSearchOff } from '@tabler/icons-react';
import { type UseQueryResult, keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { NamedItem, SearchFacets } from '../../api/answers.ts';
import { ApiError } from '../../api/client.ts';
import { searchNames } from '../../api/library.ts';
import { getFacets, searchAll } from '../../api/search.ts';
import { messages } from '../../messages/en.ts';
import { searchMessages as t } from '../../messages/en/search/results.ts';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { Empty } from '../../ui/empty.tsx';
import { useIsPhone } from '../../ui/menus/use-is-phone.ts';
import { MoreButton } from '../../ui/more-button.tsx';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { problemText } from '../../ui/problem-text.ts';
import { PlaceList } from '../library/item/place-row.tsx';
import { type PagedList, usePagedList } from '../shell/list-page.tsx';
import { FailedMessage } from '../visits/states.tsx';
import { Change, Facets } from './facets.tsx';
import { FilterChips } from './filter-chips.tsx';
import { FoundRow } from './found-row.tsx';
import { PartsOfNames } from './parts-of-names.tsx';
import { SaveQuery } from './save-query.tsx';
import { SearchHelp } from './search-help.tsx';
import { NO_FILTERS, type SearchFilters, countFilters, isPlain } from './search-address.ts';
import css from './search.module.css';

type Search = SearchFilters & { q: string };

/** Names, tags and texts. */
export function FullResults({ search }: { search: Search }) {
  const list = usePagedList(['found', 'all', search], (after) => searchAll(search, after));
  const facets = useQuery({
    queryKey: ['found', 'facets', search],
    queryFn: () => getFacets(search),
    placeholderData: keepPreviousData,
    retry: false,
  });
  const filters = countFilters(search);
  if (isRefusal(list.error)) return <Refused error={list.error} />;
  if (list.items === undefined && list.error !== null) return <FailedMessage error={list.error} retry={list.retry} />;
  return (
    <div className={css.columns}>
      <div className={css.results}>
        <FilterChips filters={search} facets={facets.data} />
        <Bar list={list} search={search} facets={facets} />
        {isPlain(search.q) && filters === 0 ? <PartsOfNames q={search.q} found={list.items} /> : null}
        <Rows list={list} hasFilters={filters > 0} />
      </div>
      <SideFacets search={search} facets={facets} />
    </div>
  );
}

/** Names only, also by parts of their words. */
export function NameResults({ q }: { q: string }) {
  const list = usePagedList(['found', 'names', q], (after) => searchNames(q, after));
  if (list.items === undefined && list.error !== null) return <FailedMessage error={list.error} retry={list.retry} />;
  return (
    <div className={css.results}>
      <p className={css.bar}>
        <Change change={{ only: undefined }} className={css.mode}>
          {t.everything}
        </Change>
      </p>
      <Rows list={list} hasFilters={false} />
    </div>
  );
}

type Found = PagedList<NamedItem>;
type CountedFacets = Pick<UseQueryResult<SearchFacets>, 'data' | 'error' | 'refetch'>;

function Bar({ list, search, facets }: { list: Found; search: Search; facets: CountedFacets }) {
  const isPhone = useIsPhone();
  const [isOpen, setOpen] = useState(false);
  return (
    <div className={css.bar}>
      <Total list={list} />
      {search.q !== '' ? (
        <Change change={{ ...NO_FILTERS, only: 'names' }} className={css.mode}>
          {t.onlyNames}
        </Change>
      ) : null}
      <div className={css.tools}>
        <SaveQuery search={search} />
        {isPhone ? (
          <Button
            variant="default"
            size="sm"
            leftSection={<IconFilter size={18} aria-hidden />}
            aria-haspopup="dialog"
            onClick={() => setOpen(true)}
          >
            {t.facets.open(countFilters(search))}
          </Button>
        ) : null}
      </div>
      {isOpen ? (
        <Dialog
          title={t.facets.title}
          isSheet
          onClose={() => setOpen(false)}
          foot={<Button onClick={() => setOpen(false)}>{t.facets.show}</Button>}
        >
          <FacetsOrError search={search} facets={facets} />
        </Dialog>
      ) : null}
    </div>
  );
}

function Total({ list: { items, total, isCut } }: { list: Found }) {
  const isEmpty = items?.length === 0;
  return (
    <span role="status">
      {items !== undefined && !isEmpty ? t.found(total ?? 0, isCut) : null}
      {isEmpty ? <VisuallyHidden>{t.none}</VisuallyHidden> : null}
    </span>
  );
}

function FacetsOrError({ search, facets: { data, error, refetch } }: { search: Search; facets: CountedFacets }) {
  if (data !== undefined || error === null) return <Facets filters={search} facets={data} />;
  return (
    <ProblemAlert error={error}>
      <Button variant="subtle" size="compact-sm" onClick={() => void refetch()}>
        {messages.states.failed.again}
      </Button>
    </ProblemAlert>
  );
}

function SideFacets({ search, facets }: { search: Search; facets: CountedFacets }) {
  if (useIsPhone()) return null;
  return (
    <aside className={css.facets} aria-label={t.facets.title}>
      <FacetsOrError search={search} facets={facets} />
    </aside>
  );
}

function Rows({ list: { items, error, next }, hasFilters }: { list: Found; hasFilters: boolean }) {
  if (items === undefined) return <Skeleton height={200} mt="lg" radius="lg" />;
  if (items.length === 0) return <None hasFilters={hasFilters} />;
  return (
    <>
      <PlaceList items={items} Row={FoundRow} />
      <ProblemAlert error={error} />
      <MoreButton next={next} mt="md" />
    </>
  );
}

function None({ hasFilters }: { hasFilters: boolean }) {
  return (
    <>
      <Empty Icon={IconSearchOff} text={hasFilters ? `${t.none} ${t.noneFiltered}` : `${t.none} ${t.noneHint}`}>
        {hasFilters ? (
          <Change change={NO_FILTERS} className={css.clear}>
            {t.facets.clear}
          </Change>
        ) : null}
      </Empty>
      {hasFilters ? null : <SearchHelp />}
    </>
  );
}

const isRefusal = (error: Error | null): error is ApiError => error instanceof ApiError && error.status === 400;

// The server says which part of the query it cannot read.
function Refused({ error }: { error: ApiError }) {
  return (
    <>
      <Alert color="red" variant="outline" role="alert" mt="lg" title={t.refused}>
        {problemText(error)}
      </Alert>
      <p className={css.bar}>
        <Change change={{ ...NO_FILTERS, only: 'names' }} className={css.mode}>
          {t.onlyNames}
        </Change>
      </p>
      <SearchHelp />
    </>
  );
}
