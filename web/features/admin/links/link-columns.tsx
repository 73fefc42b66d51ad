import type { DeploymentShare } from '../../../api/answers.ts';
import { adminLinksMessages } from '../../../messages/en/admin/links.ts';
import { Person } from '../../../ui/person/person.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { LinkItem, LinkOpenings } from '../../sharing/links/link-item.tsx';
import { LinkMarks } from '../../sharing/links/link-marks.tsx';
import type { Column } from '../table/data-table.tsx';
import tableCss from '../table/table.module.css';

const t = adminLinksMessages;

/** The item of a link, its protection, creator, recipients and openings. */
export const LINK_COLUMNS: Column<DeploymentShare>[] = [
  {
    label: t.columns.item,
    isMain: true,
    cell: (link) => (
      <div className={tableCss.item}>
        <LinkItem link={link} name={link.ItemName} isLinked={link.IsReadable} />
      </div>
    ),
  },
  { label: t.columns.terms, isText: true, cell: (link) => <LinkMarks link={link} /> },
  {
    label: t.columns.creator,
    cell: ({ CreatedBy, DateCreated }) => (
      <div>
        <Person person={CreatedBy} size={20} />
        <small>
          <RelativeTime iso={DateCreated} />
        </small>
      </div>
    ),
  },
  { label: t.columns.opened, isText: true, cell: (link) => <LinkOpenings link={link} /> },
  {
    label: t.columns.recipients,
    isText: true,
    cell: ({ Recipients }) => (Recipients.length === 0 ? '' : peopleOf(Recipients)),
  },
];

const NAMED = 3;

// The first few recipients are enough, because no address stands out by itself.
function peopleOf(recipients: DeploymentShare['Recipients']): string {
  const first = recipients.slice(0, NAMED).map(({ Recipient }) => Recipient);
  const more = recipients.length - first.length;
  return more === 0 ? first.join(', ') : t.andMore(first.join(', '), more);
}
