import type { ComponentProps, ComponentType, ReactNode } from 'react';
import type { NamedItem } from '../../../api/answers.ts';
import { StarButton } from '../../stars/star-button.tsx';
import { ItemIcon } from './item-icon.tsx';
import { ItemLink } from './item-link.tsx';
import libraryCss from '../library.module.css';
import shellCss from '../../shell/shell.module.css';

type ListProps<Item> = { items: readonly Item[]; Row: ComponentType<{ item: Item }> };

/** A list of items from different places. */
export function PlaceList<Item extends { Links: { Self: string } }>({ items, Row }: ListProps<Item>) {
  return (
    <ul className={`${libraryCss.placeList} ${shellCss.sectionTitle}`}>
      {items.map((item) => (
        <li key={item.Links.Self}>
          <Row item={item} />
        </li>
      ))}
    </ul>
  );
}

/** The name of an item with a short text. */
export function PlaceName({ name, text }: { name: string; text: string }) {
  return (
    <span className={libraryCss.placeWhat}>
      {name}
      <small>{text}</small>
    </span>
  );
}

type ListedItem = Pick<NamedItem, 'ItemName' | 'IsStarred'> & {
  Embedded: Pick<NamedItem['Embedded'], 'Folder' | 'Document'>;
};

/** A folder or document in a list of items from different places, with its star. */
export function PlaceItem({ item: { ItemName, IsStarred, Embedded }, text }: { item: ListedItem; text: string }) {
  const { Folder, Document } = Embedded;
  const item =
    Folder === null
      ? ({ kind: 'document', id: Document?.DocumentId ?? 0 } as const)
      : ({ kind: 'folder', id: Folder.FolderId } as const);
  return (
    <WithStar item={{ ...item, name: ItemName }} isStarred={IsStarred}>
      <ItemLink item={item} className={libraryCss.placeRow}>
        <ItemIcon entry={{ ...item, name: ItemName }} size={26} />
        <PlaceName name={ItemName} text={text} />
      </ItemLink>
    </WithStar>
  );
}

type StarredProps = ComponentProps<typeof StarButton> & { children: ReactNode };

/** A row that is a link, with the star of its item beside it. */
export function WithStar({ children, ...star }: StarredProps) {
  return (
    <div className={libraryCss.withStar}>
      {children}
      <StarButton {...star} />
    </div>
  );
}
