import { Checkbox } from '@mantine/core';
import type { DeploymentShare } from '../../../api/answers.ts';
import { adminLinksMessages } from '../../../messages/en/admin-links.ts';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { LinkItem, LinkOpenings } from '../../sharing/links/link-item.tsx';
import { LinkMarks } from '../../sharing/links/link-marks.tsx';
import sharingCss from '../../sharing/sharing.module.css';

const t = adminLinksMessages;

type Props = { link: DeploymentShare; isChosen: boolean; onChoose: (isChosen: boolean) => void };

/** One link: its item, creator, recipients, protection and last opening. */
export function LinkLine({ link, isChosen, onChoose }: Props) {
  const { ItemName: name, Recipients } = link;
  return (
    <li className={sharingCss.ownLink}>
      <div className={sharingCss.ownLinkHead}>
        <Checkbox
          aria-label={t.select(name)}
          checked={isChosen}
          onChange={({ currentTarget }) => onChoose(currentTarget.checked)}
        />
        <LinkItem link={link} name={name} isLinked={link.IsReadable} />
      </div>
      <LinkMarks link={link} />
      <p className={sharingCss.ownLinkOpened}>
        <span title={link.CreatedBy.Email}>{t.by(link.CreatedBy.Name)}</span>, <RelativeTime iso={link.DateCreated} />
        {'. '}
        <LinkOpenings link={link} />
      </p>
      {Recipients.length === 0 ? null : <p className={sharingCss.ownLinkOpened}>{t.sentTo(peopleOf(Recipients))}</p>}
    </li>
  );
}

const NAMED = 3;

// The first few recipients are enough, because no address stands out by itself.
function peopleOf(recipients: DeploymentShare['Recipients']): string {
  const first = recipients.slice(0, NAMED).map(({ Recipient }) => Recipient);
  const more = recipients.length - first.length;
  return more === 0 ? first.join(', ') : t.andMore(first.join(', '), more);
}
