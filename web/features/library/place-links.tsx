import { IconReportAnalytics, IconTags } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ContainerKey } from '../../api/keys.ts';
import { reportTexts } from '../../texts/en/reports.ts';
import { tagSearchTexts } from '../../texts/en/tag-search.ts';

const icon = { size: 18, 'aria-hidden': true } as const;

/** Pages about a library or folder that are open to whoever may read it. */
export function PlaceLinks({ container: { kind, id } }: { container: ContainerKey }) {
  const params = { id: String(id) };
  return (
    <span className="place-links">
      <Link to={kind === 'library' ? '/libraries/$id/search' : '/folders/$id/search'} params={params} search={{}}>
        <IconTags {...icon} />
        {tagSearchTexts.action}
      </Link>
      {kind === 'library' ? (
        <Link to="/libraries/$id/report" params={params} search={{}}>
          <IconReportAnalytics {...icon} />
          {reportTexts.action}
        </Link>
      ) : null}
    </span>
  );
}
