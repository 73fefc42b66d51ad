import { IconLink } from '@tabler/icons-react';
import { useState } from 'react';
import type { DeploymentShare } from '../../../api/answers.ts';
import { type LinkFilter, listLinks } from '../../../api/admin/links.ts';
import { adminLinksMessages } from '../../../messages/en/admin-links.ts';
import { ListPage, usePagedList } from '../../shell/list-page.tsx';
import { useFilter } from '../use-filter.ts';
import { LinkFilters } from './link-filters.tsx';
import { LinkLine } from './link-line.tsx';
import { RevokeBar } from './revoke-bar.tsx';
import css from '../../library/library.module.css';

const t = adminLinksMessages;

/** All links of the deployment, with filters for risky ones and buttons to revoke them. */
export function AdminLinksPage() {
  const [filter, change] = useFilter<Required<LinkFilter>>();
  const isNarrowed = Object.keys(filter).length > 0;
  const list = usePagedList(['all-shares', JSON.stringify(filter)], (after) => listLinks(filter, after));
  const none = { Icon: IconLink, text: isNarrowed ? t.noneMatches : t.none };
  // Outside the list, which is mounted anew for each filter, so that running jobs stay visible.
  const head = <LinkFilters filter={filter} onChange={change} />;
  return (
    <ListPage title={t.title} text={t.text} list={list} none={none} head={head}>
      {(links) => <Chosen key={JSON.stringify(filter)} links={links} filter={filter} />}
    </ListPage>
  );
}

function Chosen({ links, filter }: { links: DeploymentShare[]; filter: LinkFilter }) {
  const [chosen, choose] = useState<ReadonlySet<number>>(new Set());
  const shown = links.filter(({ ShareId }) => chosen.has(ShareId));
  const toggle = (shareId: number, isChosen: boolean) => {
    const next = new Set(chosen);
    if (isChosen) next.add(shareId);
    else next.delete(shareId);
    choose(next);
  };
  return (
    <>
      <RevokeBar
        filter={filter}
        chosen={shown.map(({ ShareId }) => ShareId)}
        isAll={shown.length === links.length}
        onChooseAll={(isAll) => choose(new Set(isAll ? links.map(({ ShareId }) => ShareId) : []))}
      />
      <ul className={css.placeList}>
        {links.map((link) => (
          <LinkLine
            key={link.ShareId}
            link={link}
            isChosen={chosen.has(link.ShareId)}
            onChoose={(isChosen) => toggle(link.ShareId, isChosen)}
          />
        ))}
      </ul>
    </>
  );
}
