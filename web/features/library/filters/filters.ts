/** The filters of a list: in the address, and as parameters of the API (docs/api/folders.md#filters). */
import { dayOf, firstSecondOf } from '../../../ui/time/time-zone.ts';
import { idOf } from '../../shell/id-of.ts';

export const KINDS = [
  'folder',
  'document',
  'spreadsheet',
  'presentation',
  'pdf',
  'image',
  'video',
  'audio',
  'archive',
  'other',
] as const;
export type Kind = (typeof KINDS)[number];

/** Ranges that end now. */
export const RECENT = ['today', '7d', '30d', 'year'] as const;
export type Recent = (typeof RECENT)[number];

/** Days (`2026-05-01`), both included. An empty one is open. */
export type Days = { from: string; to: string };

export type Filters = {
  kinds: Kind[];
  /** A UserId. */
  by: number | null;
  date: Recent | Days | null;
  tag: { tagTypeId: number; value: string } | null;
};

export type FilterSearch = Partial<Record<'kind' | 'by' | 'date' | 'tag', string | undefined>>;

export const NO_FILTERS = { kind: undefined, by: undefined, date: undefined, tag: undefined } as const;

/** The filters of an address. Invalid ones count as absent. */
export function filtersOf({ kind = '', by = '', date = '', tag = '' }: FilterSearch): Filters {
  const [, tagTypeId, value] = /^(\d{1,9}):(.+)$/s.exec(tag) ?? [];
  return {
    kinds: KINDS.filter((each) => kind.split(',').includes(each)),
    by: idOf(by),
    date: dateOf(date),
    tag: tagTypeId === undefined || value === undefined ? null : { tagTypeId: Number(tagTypeId), value },
  };
}

function dateOf(text: string): Filters['date'] {
  const recent = RECENT.find((each) => each === text);
  if (recent !== undefined) return recent;
  const [, from = '', to = ''] = /^(\d{4}-\d{2}-\d{2})?\.\.(\d{4}-\d{2}-\d{2})?$/.exec(text) ?? [];
  const isReversed = from !== '' && to !== '' && from > to;
  const isWrong = [from, to].some((day) => day !== '' && firstSecondOf(day) === undefined);
  return (from === '' && to === '') || isReversed || isWrong ? null : { from, to };
}

/** For the address. */
export const textOfDays = ({ from, to }: Days): string => `${from}..${to}`;

/** Whether something other than the name is filtered. */
export const hasFilters = ({ kinds, ...others }: Filters): boolean =>
  kinds.length > 0 || Object.values(others).some((value) => value !== null);

/** The parameters of the API. */
export function parametersOf({ kinds, by, date, tag }: Filters): Record<string, string> {
  return {
    ...(kinds.length === 0 ? {} : { kind: kinds.join(',') }),
    ...(by === null ? {} : { modifiedBy: String(by) }),
    ...(date === null ? {} : timesOf(date)),
    ...(tag === null ? {} : { tagTypeId: String(tag.tagTypeId), tagValue: tag.value }),
  };
}

const DAY_MS = 86_400_000;
const BACK: Record<Exclude<Recent, 'year'>, number> = { today: 0, '7d': 7, '30d': 30 };

// From the first moment of a day to the last one, in the time zone of the person.
function timesOf(date: Recent | Days): Record<string, string> {
  const today = dayOf(new Date());
  if (date === 'year') return timesOf({ from: `${today.slice(0, 4)}-01-01`, to: '' });
  if (typeof date === 'string') return timesOf({ from: addDays(today, -BACK[date]), to: '' });
  const from = date.from === '' ? undefined : firstSecondOf(date.from);
  const next = date.to === '' ? undefined : firstSecondOf(addDays(date.to, 1));
  return {
    ...(from === undefined ? {} : { fromDate: from.toISOString() }),
    ...(next === undefined ? {} : { toDate: new Date(next.getTime() - 1).toISOString() }),
  };
}

// A day that does not exist, such as February 30, stays as it is.
function addDays(day: string, days: number): string {
  const noon = Date.parse(`${day}T12:00:00Z`);
  return Number.isNaN(noon) ? day : new Date(noon + days * DAY_MS).toISOString().slice(0, 10);
}
