import type { ComponentType } from 'react';
import type { NamedItem } from '../../../api/answers.ts';
import { ItemIcon } from '../item/item-icon.tsx';
import { ItemLink } from '../item/item-link.tsx';
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

type ListedItem = Pick<NamedItem, 'ItemName'> & { Embedded: Pick<NamedItem['Embedded'], 'Folder' | 'Document'> };

/** A folder or document in a list of items from different places. */
export function PlaceItem({ item: { ItemName, Embedded }, text }: { item: ListedItem; text: string }) {
  const { Folder, Document } = Embedded;
  const item =
    Folder === null
      ? ({ kind: 'document', id: Document?.DocumentId ?? 0 } as const)
      : ({ kind: 'folder', id: Folder.FolderId } as const);
  return (
    <ItemLink item={item} className={libraryCss.placeRow}>
      <ItemIcon entry={{ ...item, name: ItemName }} size={26} />
      <PlaceName name={ItemName} text={text} />
    </ItemLink>
  );
}
