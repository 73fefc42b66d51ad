import { IconTrash } from '@tabler/icons-react';
import type { TrashItem } from '../../api/answers.ts';
import { listTrash } from '../../api/library.ts';
import { libraryMessages } from '../../messages/en/library.ts';
import { RelativeTime } from '../../ui/relative-time.tsx';
import type { Column } from '../../ui/table/data-table.tsx';
import { TypedFilter } from '../../ui/table/typed-filter.tsx';
import { ListPage, usePagedList } from '../shell/list-page.tsx';
import { useFilter } from '../shell/use-filter.ts';
import { TrashName, TrashQuestion, TrashTable, placeOf } from './trash-table.tsx';
import { useTrash } from './use-trash.ts';
import tableCss from '../../ui/table/table.module.css';

const t = libraryMessages.trash;

const COLUMNS: Column<TrashItem>[] = [
  { label: t.columns.item, isMain: true, cell: (item) => <TrashName item={item} /> },
  { label: t.columns.location, isWide: true, cell: placeOf },
  { label: t.columns.deleted, cell: ({ DateDeleted }) => <RelativeTime iso={DateDeleted} /> },
];

/** The items that the person deleted, with their actions. */
export function TrashPage() {
  const [{ filter = '' }, change] = useFilter<{ filter: string }>();
  const list = usePagedList(['trash', 'own', filter], (after) => listTrash(filter, after));
  const trash = useTrash();
  const isEmpty = filter === '' && list.items?.length === 0;
  const head = (
    <section className={tableCss.filters} aria-label={t.filters}>
      <TypedFilter label={t.filter} value={filter} onChange={(name) => change({ filter: name })} />
    </section>
  );
  return (
    <>
      <ListPage
        title={t.title}
        text={t.text}
        list={list}
        none={{ Icon: IconTrash, text: filter === '' ? t.none : t.noneMatches }}
        head={isEmpty ? undefined : head}
      >
        {(items) => <TrashTable label={t.title} trash={trash} items={items} columns={COLUMNS} filterKey={filter} />}
      </ListPage>
      <TrashQuestion trash={trash} />
    </>
  );
}
