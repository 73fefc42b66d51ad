import { IconUsers } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { libraryMessages } from '../../../messages/en/library.ts';
import { formatSize } from '../../../ui/format.ts';
import { kindOf } from '../../../ui/kinds/kind-of.ts';
import { PersonLook } from '../../../ui/person/person.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { formatTag } from '../../tags/tag-text.ts';
import type { DocumentRow, LibraryItem } from '../item/library-item.ts';
import type { ShownColumn } from './use-look.ts';
import css from '../library.module.css';

/** The value of an item in a column. */
export function Cell({ column, item }: { column: ShownColumn; item: LibraryItem }) {
  return (
    <span
      role="gridcell"
      className={column.key === 'size' ? `${css.entryCell} ${css.isNumber}` : css.entryCell}
      style={{ width: column.width }}
    >
      {contentOf(column, item)}
    </span>
  );
}

function contentOf(column: ShownColumn, item: LibraryItem): ReactNode {
  if (column.key === 'shared') return item.isShared === true ? <SharedMark /> : '';
  if (item.kind === 'folder') return column.key === 'kind' ? libraryMessages.folder : '';
  switch (column.key) {
    case 'modifiedBy':
      return <ModifiedBy document={item} />;
    case 'date':
      return <RelativeTime iso={item.modifiedAt} />;
    case 'kind':
      return libraryMessages.kinds[kindOf(item.name)];
    case 'size':
      return formatSize(item.size);
    case 'tag':
      return tagOf(item, column);
  }
}

// Without the card of a person: a button in each row would be a stop of the keyboard.
function ModifiedBy({ document: { modifiedBy } }: { document: DocumentRow }) {
  if (modifiedBy === undefined) return '';
  return modifiedBy === null ? libraryMessages.operator : <PersonLook person={modifiedBy} size={22} />;
}

function tagOf({ tags }: DocumentRow, { tagTypeId, dataType }: Extract<ShownColumn, { key: 'tag' }>): string {
  const value = tags?.find(({ TagTypeId }) => TagTypeId === tagTypeId)?.Tags[0] ?? '';
  return formatTag(dataType, value);
}

function SharedMark() {
  return <IconUsers size={18} stroke={1.75} role="img" aria-label={libraryMessages.isShared} />;
}
