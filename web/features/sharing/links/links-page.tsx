import { IconLink } from '@tabler/icons-react';
import { listOwnShares } from '../../../api/sharing.ts';
import { homeMessages } from '../../../messages/en/home.ts';
import { sharingMessages } from '../../../messages/en/sharing.ts';
import { LinkButton } from '../../../ui/link-button.tsx';
import { ListPage, usePagedList } from '../../shell/list-page.tsx';
import { LinkRow } from './link-row.tsx';
import { RevokeAllLinks } from './revoke-links.tsx';
import libraryCss from '../../library/library.module.css';
import shellCss from '../../shell/shell.module.css';

const t = sharingMessages.mine;

/** The person's links with their recipients, expirations and actions. */
export function LinksPage() {
  const list = usePagedList(['own-shares'], listOwnShares);
  return (
    <ListPage
      title={t.title}
      text={t.text}
      list={list}
      none={{
        Icon: IconLink,
        text: t.none,
        action: <LinkButton to="/libraries">{homeMessages.toLibraries}</LinkButton>,
      }}
    >
      {(links) => (
        <>
          {links.some(({ Abilities }) => Abilities.Revoke) ? <RevokeAllLinks /> : null}
          <ul className={`${libraryCss.placeList} ${shellCss.sectionTitle}`}>
            {links.map((link) => (
              <LinkRow key={link.ShareId} link={link} />
            ))}
          </ul>
        </>
      )}
    </ListPage>
  );
}
