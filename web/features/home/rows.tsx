import { IconBook2 } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { StarredItem } from '../../api/answers.ts';
import type { ObjectKey } from '../../api/keys.ts';
import { libraryMessages } from '../../messages/en/library.ts';
import { ItemIcon } from '../library/item/item-icon.tsx';
import { ItemLink } from '../library/item/item-link.tsx';
import { StarButton } from '../stars/star-button.tsx';
import css from './home.module.css';

type Props = {
  item: ObjectKey & { name: string };
  isStarred: boolean;
  /** Below the name. */
  children?: ReactNode;
};

/** An item with its star. */
export function HomeRow({ item, isStarred, children }: Props) {
  return (
    <li className={css.row}>
      <Icon item={item} />
      <span className={css.what}>
        <Name item={item} />
        {children === undefined ? null : <small>{children}</small>}
      </span>
      <StarButton item={item} isStarred={isStarred} />
    </li>
  );
}

function Icon({ item: { kind, name } }: Pick<Props, 'item'>) {
  if (kind === 'library') return <IconBook2 size={24} stroke={1.5} className={css.library} aria-hidden />;
  return <ItemIcon entry={{ kind, name }} size={24} />;
}

function Name({ item: { kind, id, name } }: Pick<Props, 'item'>) {
  if (kind === 'library') {
    return (
      <Link to="/libraries/$id" params={{ id: String(id) }} className={css.name}>
        {name}
      </Link>
    );
  }
  return (
    <ItemLink item={{ kind, id }} className={css.name}>
      {name}
    </ItemLink>
  );
}

/** The row of a starred item. */
export function StarredRow({ item }: { item: StarredItem }) {
  const { ItemName, ParentName } = item;
  return (
    <HomeRow item={{ ...keyOfStarred(item), name: ownName(item) ?? ItemName }} isStarred>
      {ParentName ?? undefined}
    </HomeRow>
  );
}

function ownName({ Embedded: { Library } }: StarredItem): string | null {
  return Library?.IsPrivate === true && Library.LibraryName === 'My Library' ? libraryMessages.libraries.mine : null;
}

function keyOfStarred({ Embedded: { Library, Folder, Document } }: StarredItem): ObjectKey {
  if (Library !== null) return { kind: 'library', id: Library.LibraryId };
  if (Folder !== null) return { kind: 'folder', id: Folder.FolderId };
  return { kind: 'document', id: Document?.DocumentId ?? 0 };
}
