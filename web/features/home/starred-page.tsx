import { IconStar } from '@tabler/icons-react';
import { listStarred } from '../../api/home.ts';
import { homeMessages } from '../../messages/en/home.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { ListPage, usePagedList } from '../shell/list-page.tsx';
import { StarredRow } from './rows.tsx';
import css from './home.module.css';

const t = homeMessages.starred;

/** All starred items. */
export function StarredPage() {
  const list = usePagedList(['starred'], listStarred);
  const action = <LinkButton to="/libraries">{homeMessages.toLibraries}</LinkButton>;
  return (
    <ListPage title={t.title} list={list} none={{ Icon: IconStar, text: t.none, action }}>
      {(items) => (
        <ul className={`${css.rows} ${css.isAlone}`}>
          {items.map((item) => (
            <StarredRow key={item.Links.Self} item={item} />
          ))}
        </ul>
      )}
    </ListPage>
  );
}
