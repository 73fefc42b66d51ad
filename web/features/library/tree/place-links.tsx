import { IconReportAnalytics, IconTags } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ContainerKey } from '../../../api/keys.ts';
import { libraryMessages } from '../../../messages/en/library.ts';
import { tagSearchMessages } from '../../../messages/en/tags.ts';
import css from '../library.module.css';

const SEARCH = { label: tagSearchMessages.action, Icon: IconTags, search: {} } as const;
const REPORT = { to: '/libraries/$id/report', label: libraryMessages.report, Icon: IconReportAnalytics } as const;

/** The pages about a library or folder for people who can read it. */
export function placeLinksOf({ kind, id }: ContainerKey) {
  const params = { id: String(id) };
  return kind === 'library'
    ? [{ ...SEARCH, to: '/libraries/$id/search', params } as const, { ...REPORT, search: {}, params } as const]
    : [{ ...SEARCH, to: '/folders/$id/search', params } as const];
}

/** Links to the pages about a library or folder. */
export function PlaceLinks({ container }: { container: ContainerKey }) {
  return (
    <span className={css.placeLinks}>
      {placeLinksOf(container).map(({ label, Icon, ...to }) => (
        <Link key={label} {...to}>
          <Icon size={18} aria-hidden />
          {label}
        </Link>
      ))}
    </span>
  );
}
