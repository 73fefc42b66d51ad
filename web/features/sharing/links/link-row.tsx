import { Link } from '@tanstack/react-router';
import type { OwnShare } from '../../../api/answers.ts';
import { linkMessages } from '../../../messages/en/links.ts';
import { sharingMessages } from '../../../messages/en/sharing.ts';
import { LinkItem, LinkOpenings } from './link-item.tsx';
import { LinkMarks } from './link-marks.tsx';
import { LinkRecipients } from './link-recipients.tsx';
import { LinkActions } from './link-actions.tsx';
import sharingCss from '../sharing.module.css';

const t = sharingMessages.mine;

/** One link: its item, rights, expiration, recipients and actions. */
export function LinkRow({ link }: { link: OwnShare }) {
  const name = link.ItemName ?? t.nameless;
  return (
    <li className={sharingCss.ownLink}>
      <div className={sharingCss.ownLinkHead}>
        <LinkItem link={link} name={name} isLinked={link.ItemName !== null && !link.IsInTrash} />
      </div>
      {link.Name === null ? null : <p className={sharingCss.ownLinkOpened}>{link.Name}</p>}
      <LinkMarks link={link} />
      <p className={sharingCss.ownLinkOpened}>
        <LinkOpenings link={link} />{' '}
        <Link to="/links/$shareId" params={{ shareId: String(link.ShareId) }} aria-label={linkMessages.detailsOf(name)}>
          {linkMessages.details}
        </Link>
      </p>
      <LinkRecipients link={link} />
      <LinkActions link={link} name={name} />
    </li>
  );
}
