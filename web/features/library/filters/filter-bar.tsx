import { Button, Menu } from '@mantine/core';
import { useQueries, useQuery } from '@tanstack/react-query';
import { Suspense, lazy, useState } from 'react';
import { filterMessages as t } from '../../../messages/en/filters.ts';
import { getProfile } from '../../../api/people.ts';
import { formatDay } from '../../../ui/format.ts';
import { useMe } from '../../shell/use-me.ts';
import { formatTag } from '../../tags/tag-text.ts';
import { tagTypesOf } from '../../tags/tag-types-of.ts';
import { useBrowsing } from '../browser-context.ts';
import { FilterChip } from './filter-chip.tsx';
import { type Days, type Filters, KINDS, RECENT, hasFilters } from './filters.ts';
import { type FilterControl, useFilters } from './use-filters.ts';
import css from './filters.module.css';

const FilterDialog = lazy(async () => ({ default: (await import('./filter-dialogs.tsx')).FilterDialog }));
const PeopleItems = lazy(async () => ({ default: (await import('./people-items.tsx')).PeopleItems }));

/**
 * The filters of a list as chips, each with a menu or dialog. They keep their place, so choosing one moves nothing. A library
 * contains only folders, which have a date and nothing else to filter by.
 */
export function FilterBar() {
  const control = useFilters();
  const isFolder = useBrowsing().container.kind === 'folder';
  const [asked, ask] = useState<'person' | 'days' | 'tag' | null>(null);
  return (
    <div className={css.filters} role="group" aria-label={t.title}>
      {isFolder ? <KindChip {...control} /> : null}
      {isFolder ? <PersonChip {...control} onOther={() => ask('person')} /> : null}
      <DateChip {...control} label={isFolder ? t.date : t.created} onCustom={() => ask('days')} />
      {isFolder ? <TagChip {...control} onOpen={() => ask('tag')} /> : null}
      {hasFilters(control.filters) ? (
        <Button className={css.clear} variant="subtle" size="compact-sm" onClick={control.clear}>
          {t.clear}
        </Button>
      ) : null}
      {asked === null ? null : (
        <Suspense>
          <FilterDialog asked={asked} control={control} onClose={() => ask(null)} />
        </Suspense>
      )}
    </div>
  );
}

function KindChip({ filters: { kinds }, change }: FilterControl) {
  const [first, ...others] = kinds;
  const toggle = (isOn: boolean, kind: (typeof KINDS)[number]) => {
    const next = KINDS.filter((each) => (each === kind ? isOn : kinds.includes(each)));
    change({ kind: next.length === 0 ? undefined : next.join(',') });
  };
  return (
    <FilterChip
      label={t.kind}
      value={first === undefined ? null : t.several(t.kinds[first], others.length)}
      onClear={() => change({ kind: undefined })}
      staysOpen
    >
      {KINDS.map((kind) => (
        <Menu.CheckboxItem key={kind} checked={kinds.includes(kind)} onChange={(isOn) => toggle(isOn, kind)}>
          {t.kinds[kind]}
        </Menu.CheckboxItem>
      ))}
    </FilterChip>
  );
}

function PersonChip({ filters: { by }, change, onOther }: FilterControl & { onOther: () => void }) {
  const { UserId } = useMe();
  const name = usePersonName(by);
  const choose = (id: number) => change({ by: String(id) });
  return (
    <FilterChip label={t.by} value={name} onClear={() => change({ by: undefined })}>
      <Menu.Item onClick={() => choose(UserId)}>{t.me}</Menu.Item>
      <Suspense>
        <PeopleItems onChoose={choose} />
      </Suspense>
      <Menu.Divider />
      <Menu.Item onClick={onOther}>{t.otherPerson}</Menu.Item>
    </FilterChip>
  );
}

// Null: no filter. The address has only the id.
function usePersonName(id: number | null): string | null {
  const { UserId } = useMe();
  const { data } = useQuery({
    queryKey: ['profile', id],
    queryFn: () => getProfile(id ?? 0),
    enabled: id !== null && id !== UserId,
  });
  if (id === null) return null;
  return id === UserId ? t.me : (data?.Name ?? '…');
}

function DateChip({
  filters: { date },
  label,
  change,
  onCustom,
}: FilterControl & { label: string; onCustom: () => void }) {
  return (
    <FilterChip label={label} value={textOfDate(date)} onClear={() => change({ date: undefined })}>
      {RECENT.map((recent) => (
        <Menu.Item key={recent} aria-current={date === recent} onClick={() => change({ date: recent })}>
          {t.recent[recent]}
        </Menu.Item>
      ))}
      <Menu.Divider />
      <Menu.Item onClick={onCustom}>{t.custom}</Menu.Item>
    </FilterChip>
  );
}

function textOfDate(date: Filters['date']): string | null {
  if (date === null) return null;
  return typeof date === 'string' ? t.recent[date] : textOfDays(date);
}

const textOfDays = ({ from, to }: Days): string =>
  t.days.text(from === '' ? null : formatDay(from), to === '' ? null : formatDay(to));

function TagChip({ filters: { tag }, change, onOpen }: FilterControl & { onOpen: () => void }) {
  const { place } = useBrowsing();
  const [types] = useQueries({ queries: tag === null ? [] : tagTypesOf(place) });
  const type = types?.data?.find(({ TagTypeId }) => TagTypeId === tag?.tagTypeId);
  return (
    <FilterChip
      label={type?.TagTypeName ?? t.tag}
      value={tag === null ? null : formatTag(type?.DataTypeName ?? 'String', tag.value)}
      onClear={() => change({ tag: undefined })}
      onOpen={onOpen}
    />
  );
}
