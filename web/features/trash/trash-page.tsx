import { IconTrash } from '@tabler/icons-react';
import { listTrash } from '../../api/library.ts';
import { libraryTexts } from '../../texts/en/library.ts';
import { ListPage, usePagedList } from '../shell/list-page.tsx';
import { TrashRow } from './trash-row.tsx';
import '../library/library.css';

const said = libraryTexts.trash;

/** What one has deleted, with what one may do about it. */
export function TrashPage() {
  const list = usePagedList(['trash'], listTrash);
  return (
    <ListPage title={said.title} text={said.text} list={list} none={{ Icon: IconTrash, text: said.none }}>
      {(items) => (
        <ul className="place-list section-title">
          {items.map((item) => (
            <TrashRow key={item.Links.RestoreUri} item={item} />
          ))}
        </ul>
      )}
    </ListPage>
  );
}
