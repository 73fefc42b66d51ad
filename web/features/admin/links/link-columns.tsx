import type { DeploymentShare } from '../../../api/answers.ts';
import { adminLinksMessages } from '../../../messages/en/admin/links.ts';
import { Person } from '../../../ui/person/person.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { LinkItem } from '../../sharing/links/link-item.tsx';
import { LinkMarks } from '../../sharing/links/link-marks.tsx';
import type { Column } from '../../../ui/table/data-table.tsx';
import css from './links.module.css';
import tableCss from '../../../ui/table/table.module.css';

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
  { label: t.columns.terms, isWide: true, cell: (link) => <LinkMarks link={link} /> },
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
  { label: t.columns.opened, cell: (link) => <Openings link={link} /> },
  { label: t.columns.recipients, cell: ({ Recipients }) => <SentTo recipients={Recipients} /> },
];

function Openings({ link: { OpenCount, LastOpened } }: { link: DeploymentShare }) {
  if (LastOpened === null) return t.never;
  return (
    <>
      {t.times(OpenCount)}
      <small>
        <RelativeTime iso={LastOpened} />
      </small>
    </>
  );
}

// The first one is enough to recognize a link, and the width of the others would be that of the longest.
function SentTo({ recipients }: { recipients: DeploymentShare['Recipients'] }) {
  const [first, ...others] = recipients.map(({ Recipient }) => Recipient);
  if (first === undefined) return null;
  return (
    <span className={css.sentTo} title={[first, ...others].join(', ')}>
      {first}
      {others.length === 0 ? null : <small>{t.andMore(others.length)}</small>}
    </span>
  );
}
