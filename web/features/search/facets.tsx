/** The filters of a search with the numbers of matches. Each value is a link to the same search with or without it. */
import { Skeleton, Title } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useId, useState } from 'react';
import type { SearchFacets } from '../../api/answers.ts';
import { filterMessages } from '../../messages/en/filters.ts';
import { searchMessages } from '../../messages/en/search/results.ts';
import { type SearchAddress, type SearchFilters, toggleTag } from './search-address.ts';
import css from './search.module.css';

const t = searchMessages.facets;
const FEW = 6;

type Props = { filters: SearchFilters; facets: SearchFacets | undefined };

/** A value of a facet. `change`: what a click changes in the address. */
type Value = { key: string; label: string; count: number; isOn: boolean; change: SearchAddress };

export function Facets({ filters, facets }: Props) {
  if (facets === undefined) return <Skeleton height={240} mt="lg" radius="md" />;
  return (
    <>
      <Facet title={t.kind} values={kindsOf(facets, filters)} />
      <Facet title={t.library} values={librariesOf(facets, filters)} />
      <Facet title={t.person} values={peopleOf(facets, filters)} />
      <Facet title={t.year} values={yearsOf(facets, filters)} />
      <Facet title={t.tag} values={tagsOf(facets, filters)} />
    </>
  );
}

function kindsOf({ Kinds }: SearchFacets, { type }: SearchFilters): Value[] {
  return Kinds.map(({ Value: kind, Count: count }) => {
    const isOn = kind === type;
    return { key: kind, label: filterMessages.kinds[kind], count, isOn, change: { kind: isOn ? undefined : kind } };
  });
}

function librariesOf({ Libraries }: SearchFacets, { libraryId }: SearchFilters): Value[] {
  return Libraries.map(({ LibraryId: id, LibraryName: label, Count: count }) => {
    const isOn = id === libraryId;
    return { key: String(id), label, count, isOn, change: { library: isOn ? undefined : String(id) } };
  });
}

function peopleOf({ People }: SearchFacets, { owner }: SearchFilters): Value[] {
  return People.map(({ UserId: id, Name: label, Count: count }) => {
    const isOn = id === owner;
    return { key: String(id), label, count, isOn, change: { by: isOn ? undefined : String(id) } };
  });
}

function yearsOf({ Years }: SearchFacets, { year }: SearchFilters): Value[] {
  return Years.toSorted((a, b) => b.Year - a.Year).map(({ Year, Count: count }) => {
    const label = String(Year);
    const isOn = Year === year;
    return { key: label, label, count, isOn, change: { year: isOn ? undefined : label } };
  });
}

function tagsOf({ Tags }: SearchFacets, { tags }: SearchFilters): Value[] {
  return Tags.map(({ TagTypeId, TagTypeName, Value: value, Count: count }) => {
    const tag = `${TagTypeName}=${value}`;
    const label = t.tagValue(TagTypeName, value);
    return {
      key: `${TagTypeId}=${value}`,
      label,
      count,
      isOn: tags.includes(tag),
      change: { tag: toggleTag(tags, tag) },
    };
  });
}

function Facet({ title, values }: { title: string; values: Value[] }) {
  const id = useId();
  const [isAll, showAll] = useState(false);
  if (values.length === 0) return null;
  const shown = isAll ? values : values.filter(({ isOn }, at) => at < FEW || isOn);
  return (
    <section aria-labelledby={id} className={css.facet}>
      <Title order={2} size="sm" id={id} className={css.facetTitle}>
        {title}
      </Title>
      <ul>
        {shown.map((value) => (
          <li key={value.key}>
            <FacetLink {...value} />
          </li>
        ))}
      </ul>
      {shown.length === values.length ? null : (
        <button type="button" className={css.value} aria-label={t.more(title)} onClick={() => showAll(true)}>
          {t.moreText}
        </button>
      )}
    </section>
  );
}

function FacetLink({ label, count, isOn, change }: Omit<Value, 'key'>) {
  return (
    <Change change={change} className={isOn ? `${css.value} ${css.isOn}` : css.value} isOn={isOn}>
      <span className={css.valueName}>{label}</span>
      <span className={css.count} title={t.documents(count)}>
        {t.count(count)}
      </span>
      {isOn ? <IconX size={16} aria-hidden /> : null}
    </Change>
  );
}

type ChangeProps = {
  change: SearchAddress;
  className: string | undefined;
  isOn?: boolean;
  label?: string;
  children: ReactNode;
};

/** A link to the same search with other filters. */
export function Change({ change, className, isOn = false, label, children }: ChangeProps) {
  return (
    <Link
      to="."
      search={(before) => ({ ...before, ...change })}
      className={className}
      // The router would call it the current page.
      activeProps={{ 'aria-current': isOn ? 'true' : undefined }}
      {...(label === undefined ? {} : { 'aria-label': label })}
    >
      {children}
    </Link>
  );
}
