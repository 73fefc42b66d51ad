/** The columns of lists that can be shown and hidden. */
import { isPhone } from '../../../ui/menus/use-is-phone.ts';
import { type Preference, readPreference } from '../../shell/use-preference.ts';

/** In their order. */
export const COLUMNS = ['modifiedBy', 'date', 'kind', 'size', 'shared'] as const;

/** A fixed column, or one for a tag type. Ids are those of the deployment; columns of other libraries are not shown. */
export type Column = (typeof COLUMNS)[number] | TagColumn;
export type TagColumn = `tag-${number}`;

export const columnOfTag = (tagTypeId: number): TagColumn => `tag-${tagTypeId}`;

const isColumn = (value: unknown): value is Column =>
  COLUMNS.some((column) => column === value) || (typeof value === 'string' && /^tag-\d{1,9}$/.test(value));

export const CHOSEN_COLUMNS: Preference<Column[]> = {
  name: 'columns',
  usual: ['modifiedBy', 'date', 'size'],
  isValid: (value): value is Column[] => Array.isArray(value) && value.every(isColumn),
};

/** The additional properties of items that these columns show, as the parameter of the API. */
export function expandFor(columns: readonly Column[]): string {
  const names = [
    columns.includes('modifiedBy') && 'modifiedBy',
    columns.includes('shared') && 'shared',
    columns.some((column) => column.startsWith('tag-')) && 'tags',
  ];
  return names.filter((name) => name !== false).join(',');
}

/** The same for the columns that a list will show, before it is rendered. */
export function readExpand({ view }: { view?: string | undefined }): string {
  return isPhone() || view === 'tiles' ? '' : expandFor(readPreference(CHOSEN_COLUMNS));
}
