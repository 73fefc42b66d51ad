import type { OwnShare } from '../../../api/answers.ts';
import { itemOf } from '../../../api/sharing.ts';
import { sharingMessages } from '../../../messages/en/sharing.ts';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { ItemIcon } from '../../library/item/item-icon.tsx';
import { ItemLink } from '../../library/item/item-link.tsx';
import sharingCss from '../sharing.module.css';
import libraryCss from '../../library/library.module.css';

const t = sharingMessages.mine;

type Props = { link: Pick<OwnShare, 'ItemType' | 'ItemId' | 'Location'>; name: string; isLinked: boolean };

/** The shared item of a link: its icon, its name, which can lead to it, and its place. */
export function LinkItem({ link, name, isLinked }: Props) {
  const item = itemOf(link);
  return (
    <>
      <ItemIcon entry={{ kind: item.kind, name }} size={26} />
      <div className={libraryCss.placeWhat}>
        {isLinked ? (
          <ItemLink item={item} className={sharingCss.ownLinkName}>
            {name}
          </ItemLink>
        ) : (
          <span className={sharingCss.ownLinkName}>{name}</span>
        )}
        <small>{link.Location.join(' › ')}</small>
      </div>
    </>
  );
}

/** How often a link was opened, and when last. */
export function LinkOpenings({
  link: { LastOpened, OpenCount },
}: {
  link: Pick<OwnShare, 'LastOpened' | 'OpenCount'>;
}) {
  if (LastOpened === null) return t.never;
  return (
    <>
      {t.opened(OpenCount)} <RelativeTime key={LastOpened} iso={LastOpened} />
    </>
  );
}
