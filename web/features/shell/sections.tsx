import {
  IconChecklist,
  IconFolders,
  IconHome,
  IconLink,
  IconSettings,
  IconStar,
  IconTrash,
  IconUsers,
} from '@tabler/icons-react';
import { Link, useLocation } from '@tanstack/react-router';
import { adminMessages } from '../../messages/en/admin.ts';
import { appMessages } from '../../messages/en/app.ts';
import { homeMessages } from '../../messages/en/home.ts';
import { sharingMessages } from '../../messages/en/sharing.ts';
import { taskMessages } from '../../messages/en/tasks.ts';
import { useMe } from './use-me.ts';
import css from './shell.module.css';

const SECTIONS = [
  { to: '/home', label: homeMessages.title, Icon: IconHome },
  { to: '/libraries', label: appMessages.libraries, Icon: IconFolders },
  { to: '/starred', label: homeMessages.starred.title, Icon: IconStar },
  { to: '/shared', label: appMessages.shared, shortLabel: appMessages.sharedShort, Icon: IconUsers },
  { to: '/links', label: sharingMessages.mine.title, Icon: IconLink },
  { to: '/tasks', label: taskMessages.list.section, Icon: IconChecklist },
  { to: '/trash', label: appMessages.trash, Icon: IconTrash },
] as const;

/** Pages that belong to the Libraries section although their paths don't begin with `/libraries`. */
const IN_LIBRARIES = /^\/(folders|documents)\//;

/** On small screens, these links are in the account menu. */
const FOR_WIDE = new Set<string>(['/links', '/trash', '/admin']);

const ADMINISTRATION = { to: '/admin', label: adminMessages.title, Icon: IconSettings } as const;

/** The sections of the app for this person. The command palette lists them too. */
export function useSections() {
  const { IsSiteAdmin } = useMe();
  return [...SECTIONS, ...(IsSiteAdmin ? [ADMINISTRATION] : [])];
}

/** The main navigation: beside the page, or below it on small screens. */
export function Sections() {
  const sections = useSections();
  const { pathname } = useLocation();
  const around = { className: `${css.shellSection} ${css.isCurrent}`, 'aria-current': 'true' } as const;
  const propsOf = (to: string) =>
    to === '/libraries' && IN_LIBRARIES.test(pathname) ? around : { className: css.shellSection };
  return (
    <nav className={css.shellNav} aria-label={appMessages.nav}>
      <ul>
        {sections.map(({ to, label, Icon, ...more }) => (
          <li key={to} className={FOR_WIDE.has(to) ? css.isForWide : undefined}>
            <Link to={to} {...propsOf(to)} activeProps={{ className: css.isCurrent ?? '' }} aria-label={label}>
              <Icon size={20} stroke={1.75} aria-hidden />
              <span className={css.isForWide}>{label}</span>
              <span className={css.isForNarrow}>{'shortLabel' in more ? more.shortLabel : label}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
