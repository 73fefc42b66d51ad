import { IconLink } from '@tabler/icons-react';
import { listOwnShares } from '../../api/sharing.ts';
import { sharingTexts } from '../../texts/en/sharing.ts';
import { ListPage, usePagedList } from '../shell/list-page.tsx';
import { LinkRow } from './link-row.tsx';
import { WithdrawAll } from './withdraw.tsx';
import '../library/library.css';
import './sharing.css';

const said = sharingTexts.mine;

/** What one has shared by link: who has opened it, until when it is good, and how to end it. */
export function LinksPage() {
  const list = usePagedList(['own-shares'], listOwnShares);
  return (
    <ListPage title={said.title} text={said.text} list={list} none={{ Icon: IconLink, text: said.none }}>
      {(links) => (
        <>
          {links.some(({ Abilities }) => Abilities.Revoke) ? <WithdrawAll /> : null}
          <ul className="place-list section-title">
            {links.map((link) => (
              <LinkRow key={link.ShareId} link={link} />
            ))}
          </ul>
        </>
      )}
    </ListPage>
  );
}
