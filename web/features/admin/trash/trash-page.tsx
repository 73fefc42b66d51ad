import { NativeSelect } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { DeploymentTrashItem } from '../../../api/answers.ts';
import { type TrashFilter, listDeploymentTrash } from '../../../api/admin/trash.ts';
import { librariesQuery } from '../../../queries.ts';
import { adminTrashMessages } from '../../../messages/en/admin/trash.ts';
import { formatSize } from '../../../ui/format.ts';
import { Person } from '../../../ui/person/person.tsx';
import { ListPage, usePagedList } from '../../shell/list-page.tsx';
import { TrashName, TrashQuestion, TrashTable, placeOf } from '../../trash/trash-table.tsx';
import { useTrash } from '../../trash/use-trash.ts';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import type { Column } from '../../../ui/table/data-table.tsx';
import tableCss from '../../../ui/table/table.module.css';
import { TypedFilter } from '../../../ui/table/typed-filter.tsx';
import { PersonFilter } from '../person-filter.tsx';
import { useFilter } from '../../shell/use-filter.ts';

const t = adminTrashMessages;

/** Items that anyone deleted from shared libraries, which can be restored or permanently deleted. */
export function AdminTrashPage() {
  const [filter, change] = useFilter<Required<TrashFilter>>();
  const key = JSON.stringify(filter);
  const list = usePagedList(['trash', 'deployment', key], (after) => listDeploymentTrash(filter, after));
  const trash = useTrash();
  const none = { Icon: IconTrash, text: Object.keys(filter).length === 0 ? t.none : t.noneMatches };
  const head = <Filters filter={filter} onChange={change} />;
  return (
    <>
      <ListPage title={t.title} text={t.text} list={list} none={none} head={head}>
        {(items) => <TrashTable label={t.title} trash={trash} items={items} columns={COLUMNS} filterKey={key} />}
      </ListPage>
      <TrashQuestion trash={trash} />
    </>
  );
}

const COLUMNS: Column<DeploymentTrashItem>[] = [
  {
    label: t.columns.item,
    isMain: true,
    cell: (item) => <TrashName item={item} />,
  },
  { label: t.columns.location, isWide: true, cell: placeOf },
  {
    label: t.columns.deletedBy,
    cell: ({ DeletedByPerson }) => (DeletedByPerson === null ? t.operator : <Person person={DeletedByPerson} />),
  },
  { label: t.columns.deleted, cell: ({ DateDeleted }) => <RelativeTime iso={DateDeleted} /> },
  {
    label: t.columns.size,
    isNumber: true,
    // The number of items in a deleted folder or library is unknown.
    cell: ({ Embedded: { Document } }) => (Document === null ? '' : formatSize(Document.DocumentSize)),
  },
];

type Props = { filter: TrashFilter; onChange: (changed: { [Name in keyof TrashFilter]?: string | undefined }) => void };

function Filters({ filter, onChange }: Props) {
  const { data = [] } = useQuery(librariesQuery);
  const libraries = data.filter(({ IsPrivate }) => !IsPrivate);
  return (
    <section className={tableCss.filters} aria-label={t.filters.label}>
      <TypedFilter label={t.filters.name} value={filter.filter ?? ''} onChange={(name) => onChange({ filter: name })} />
      <NativeSelect
        label={t.filters.library}
        data={[
          { value: '', label: t.filters.anyLibrary },
          ...libraries.map(({ LibraryId, LibraryName }) => ({ value: String(LibraryId), label: LibraryName })),
        ]}
        value={filter.libraryId ?? ''}
        onChange={({ currentTarget: { value } }) => onChange({ libraryId: value })}
      />
      <PersonFilter
        label={t.filters.deletedBy}
        hint={t.filters.deletedByHint}
        userId={filter.deletedBy}
        onChange={(deletedBy) => onChange({ deletedBy })}
      />
    </section>
  );
}
