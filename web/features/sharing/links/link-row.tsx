import type { OwnShare } from '../../../api/answers.ts';
import { itemOf } from '../../../api/sharing.ts';
import { sharingMessages } from '../../../messages/en/sharing.ts';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { ItemIcon } from '../../library/item/item-icon.tsx';
import { ItemLink } from '../../library/item/item-link.tsx';
import { LinkMarks } from './link-marks.tsx';
import { LinkRecipients } from './link-recipients.tsx';
import { LinkActions } from './link-actions.tsx';
import css from '../sharing.module.css';

const t = sharingMessages.mine;

/** One link: its item, rights, expiration, recipients and actions. */
export function LinkRow({ link }: { link: OwnShare }) {
  const item = itemOf(link);
  const name = link.ItemName ?? t.nameless;
  const isLinked = link.ItemName !== null && !link.IsInTrash;
  return (
    <li className={css.ownLink}>
      <div className={css.ownLinkHead}>
        <ItemIcon entry={{ kind: item.kind, name }} size={26} />
        <div className="place-what">
          {isLinked ? (
            <ItemLink item={item} className={css.ownLinkName}>
              {name}
            </ItemLink>
          ) : (
            <span className={css.ownLinkName}>{name}</span>
          )}
          <small>{link.Location.join(' › ')}</small>
        </div>
      </div>
      <LinkMarks link={link} />
      <p className={css.ownLinkOpened}>
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
