import type { OwnShare } from '../../../api/answers.ts';
import { itemOf } from '../../../api/sharing.ts';
import { sharingMessages } from '../../../messages/en/sharing.ts';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { ItemIcon } from '../../library/item/item-icon.tsx';
import { ItemLink } from '../../library/item/item-link.tsx';
import { LinkMarks } from './link-marks.tsx';
import { LinkRecipients } from './link-recipients.tsx';
import { LinkActions } from './link-actions.tsx';
import sharingCss from '../sharing.module.css';
import libraryCss from '../../library/library.module.css';

const t = sharingMessages.mine;

/** One link: its item, rights, expiration, recipients and actions. */
export function LinkRow({ link }: { link: OwnShare }) {
  const item = itemOf(link);
  const name = link.ItemName ?? t.nameless;
  const isLinked = link.ItemName !== null && !link.IsInTrash;
  return (
    <li className={sharingCss.ownLink}>
      <div className={sharingCss.ownLinkHead}>
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
      </div>
      <LinkMarks link={link} />
      <p className={sharingCss.ownLinkOpened}>
        {link.LastOpened === null ? (
          t.never
        ) : (
          <>
            {t.opened(link.OpenCount)} <RelativeTime key={link.LastOpened} iso={link.LastOpened} />
          </>
        )}
      </p>
      <LinkRecipients link={link} />
      <LinkActions link={link} name={name} />
    </li>
  );
}
