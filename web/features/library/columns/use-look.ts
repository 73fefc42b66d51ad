/** How lists are displayed for a person: the columns and the density, stored in the browser. */
import { useQueries } from '@tanstack/react-query';
import type { Place } from '../../../api/answers.ts';
import { libraryMessages } from '../../../messages/en/library.ts';
import { useIsPhone } from '../../../ui/menus/use-is-phone.ts';
import { type Preference, usePreference } from '../../shell/use-preference.ts';
import { ownTypes, tagTypesOf } from '../../tags/tag-types-of.ts';
import { CHOSEN_COLUMNS, COLUMNS, columnOfTag } from './columns.ts';

export const DENSITIES = ['comfortable', 'dense'] as const;
export type Density = (typeof DENSITIES)[number];

const DENSITY: Preference<Density> = {
  name: 'density',
  usual: 'comfortable',
  isValid: (value): value is Density => DENSITIES.some((density) => density === value),
};

/** In pixels. */
const ROW_HEIGHTS: Record<Density, number> = { comfortable: 48, dense: 36 };
/** The name with date and size beneath. */
const PHONE_ROW_HEIGHT = 60;

/** Pixels of the columns. */
const WIDTHS = { modifiedBy: 170, date: 140, kind: 130, size: 92, shared: 84 } as const;
const TAG_WIDTH = 140;
/** The check box, the least name, and the menu. The style sheet has the same widths. */
const OTHER_WIDTH = 44 + 200 + 48;

/** A column as it is shown. */
export type ShownColumn = { label: string; width: number } & (
  | { key: (typeof COLUMNS)[number] }
  | { key: 'tag'; tagTypeId: number; dataType: 'String' | 'Numeric' | 'Date' }
);

export type Look = ReturnType<typeof useLook>;

export function useLook(place: Place) {
  const [columns, setColumns] = usePreference(CHOSEN_COLUMNS);
  const [density, setDensity] = usePreference(DENSITY);
  const isPhone = useIsPhone();
  const hasTags = !isPhone && columns.some((column) => column.startsWith('tag-'));
  const [types] = useQueries({ queries: hasTags ? tagTypesOf(place) : [] });
  const fixed = COLUMNS.filter((column) => columns.includes(column)).map((key): ShownColumn => {
    return { key, label: libraryMessages.columns[key], width: WIDTHS[key] };
  });
  const tags = ownTypes(types?.data)
    .filter(({ TagTypeId }) => columns.includes(columnOfTag(TagTypeId)))
    .map(({ TagTypeId: tagTypeId, TagTypeName: label, DataTypeName: dataType }): ShownColumn => {
      return { key: 'tag', label, width: TAG_WIDTH, tagTypeId, dataType };
    });
  // A library contains only folders, which have no other facts.
  const isRoot = place.Path.length === 0;
  const shown = isPhone ? [] : [...fixed, ...tags].filter(({ key }) => !isRoot || key === 'shared');
  return {
    columns,
    setColumns,
    density,
    setDensity,
    isPhone,
    rowHeight: isPhone ? PHONE_ROW_HEIGHT : ROW_HEIGHTS[density],
    shown,
    /** A narrower list scrolls sideways. */
    minWidth: isPhone ? 0 : shown.reduce((sum, { width }) => sum + width, OTHER_WIDTH),
  };
}

/** The key of a shown column among the columns of a list. */
export const keyOfShown = (column: ShownColumn): string =>
  column.key === 'tag' ? `tag-${column.tagTypeId}` : column.key;
