import { IconReportAnalytics, IconTags } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ContainerKey } from '../../../api/keys.ts';
import { reportMessages } from '../../../messages/en/reports.ts';
import { tagSearchMessages } from '../../../messages/en/tag-search.ts';
import css from '../library.module.css';

const icon = { size: 18, 'aria-hidden': true } as const;

/** Links to the pages about a library or folder for people who can read it. */
export function PlaceLinks({ container: { kind, id } }: { container: ContainerKey }) {
  const params = { id: String(id) };
  return (
    <span className={css.placeLinks}>
      <Link to={kind === 'library' ? '/libraries/$id/search' : '/folders/$id/search'} params={params} search={{}}>
        <IconTags {...icon} />
        {tagSearchMessages.action}
      </Link>
      {kind === 'library' ? (
        <Link to="/libraries/$id/report" params={params} search={{}}>
          <IconReportAnalytics {...icon} />
          {reportMessages.action}
        </Link>
      ) : null}
    </span>
  );
}
