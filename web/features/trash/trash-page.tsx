import { IconTrash } from '@tabler/icons-react';
import { listTrash } from '../../api/library.ts';
import { libraryMessages } from '../../messages/en/library.ts';
import { ListPage, usePagedList } from '../shell/list-page.tsx';
import { TrashRow } from './trash-row.tsx';
import libraryCss from '../library/library.module.css';
import shellCss from '../shell/shell.module.css';

const t = libraryMessages.trash;

/** The items that the person deleted, with their actions. */
export function TrashPage() {
  const list = usePagedList(['trash'], listTrash);
  return (
    <ListPage title={t.title} text={t.text} list={list} none={{ Icon: IconTrash, text: t.none }}>
      {(items) => (
        <ul className={`${libraryCss.placeList} ${shellCss.sectionTitle}`}>
          {items.map((item) => (
            <TrashRow key={item.Links.RestoreUri} item={item} />
          ))}
        </ul>
      )}
    </ListPage>
  );
}
