import { IconLink } from '@tabler/icons-react';
import type { DeploymentShare } from '../../../api/answers.ts';
import { type LinkFilter, listLinks } from '../../../api/admin/links.ts';
import { adminLinksMessages } from '../../../messages/en/admin/links.ts';
import { ListPage, usePagedList } from '../../shell/list-page.tsx';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { useSelection } from '../../../ui/table/use-selection.ts';
import { useFilter } from '../../shell/use-filter.ts';
import { LINK_COLUMNS } from './link-columns.tsx';
import { LinkFilters } from './link-filters.tsx';
import { Revocation } from './revocation.tsx';

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
      {(links) => <Links key={JSON.stringify(filter)} links={links} filter={filter} />}
    </ListPage>
  );
}

function Links({ links, filter }: { links: DeploymentShare[]; filter: LinkFilter }) {
  const selection = useSelection('');
  const chosen = links.filter(({ ShareId }) => selection.chosen.has(ShareId)).map(({ ShareId }) => ShareId);
  return (
    <Revocation filter={filter} chosen={chosen} onClear={selection.clear}>
      <DataTable
        label={t.title}
        items={links}
        idOf={({ ShareId }) => ShareId}
        columns={LINK_COLUMNS}
        selection={{ ...selection, nameOf: ({ ItemName }) => t.linkTo(ItemName) }}
      />
    </Revocation>
  );
}
