import { Checkbox } from '@mantine/core';
import type { DeploymentShare } from '../../../api/answers.ts';
import { itemOf } from '../../../api/sharing.ts';
import { adminLinksMessages } from '../../../messages/en/admin-links.ts';
import { sharingMessages } from '../../../messages/en/sharing.ts';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { ItemIcon } from '../../library/item/item-icon.tsx';
import { ItemLink } from '../../library/item/item-link.tsx';
import { LinkMarks } from '../../sharing/links/link-marks.tsx';
import sharingCss from '../../sharing/sharing.module.css';
import libraryCss from '../../library/library.module.css';

const t = adminLinksMessages;

type Props = { link: DeploymentShare; isChosen: boolean; onChoose: (isChosen: boolean) => void };

/** One link: its item, creator, recipients, protection and last opening. */
export function LinkLine({ link, isChosen, onChoose }: Props) {
  const { ItemName: name, Recipients } = link;
  const item = itemOf(link);
  return (
    <li className={sharingCss.ownLink}>
      <div className={sharingCss.ownLinkHead}>
        <Checkbox
          aria-label={t.select(name)}
          checked={isChosen}
          onChange={({ currentTarget }) => onChoose(currentTarget.checked)}
        />
        <ItemIcon entry={{ kind: item.kind, name }} size={26} />
        <div className={libraryCss.placeWhat}>
          {link.IsReadable ? (
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
        <span title={link.CreatedBy.Email}>{t.by(link.CreatedBy.Name)}</span>, <RelativeTime iso={link.DateCreated} />
        {'. '}
        <Opened link={link} />
      </p>
      {Recipients.length === 0 ? null : <p className={sharingCss.ownLinkOpened}>{t.sentTo(peopleOf(Recipients))}</p>}
    </li>
  );
}

function Opened({ link: { LastOpened, OpenCount } }: { link: DeploymentShare }) {
  if (LastOpened === null) return sharingMessages.mine.never;
  return (
    <>
      {sharingMessages.mine.opened(OpenCount)} <RelativeTime key={LastOpened} iso={LastOpened} />
    </>
  );
}

const NAMED = 3;

// The first few recipients are enough, because no address stands out by itself.
function peopleOf(recipients: DeploymentShare['Recipients']): string {
  const first = recipients.slice(0, NAMED).map(({ Recipient }) => Recipient);
  const more = recipients.length - first.length;
  return more === 0 ? first.join(', ') : t.andMore(first.join(', '), more);
}
