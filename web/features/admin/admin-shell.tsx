/** The frame around the pages of site admins, inside the shell. */
import { IconLock } from '@tabler/icons-react';
import { Link, Outlet, useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { adminMessages } from '../../messages/en/admin.ts';
import { Message } from '../../ui/message.tsx';
import { useMe } from '../shell/use-me.ts';
import { ADMIN_SECTIONS } from './sections.ts';
import adminCss from './admin.module.css';
import shellCss from '../shell/shell.module.css';

/** Shows the pages to site admins and refuses everyone else. */
export function AdminShell() {
  const { IsSiteAdmin } = useMe();
  if (!IsSiteAdmin)
    return <Message icon={<IconLock size={40} stroke={1.5} aria-hidden />} {...adminMessages.refused} />;
  return (
    <div className={adminCss.admin}>
      <AdminNav />
      <Outlet />
    </div>
  );
}

function AdminNav() {
  const { pathname } = useLocation();
  const list = useRef<HTMLUListElement>(null);
  // On small screens the list scrolls sideways, so the current page may be out of view.
  useEffect(() => {
    const here = list.current?.querySelector(`a[href="${CSS.escape(pathname)}"]`);
    here?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [pathname]);
  return (
    <nav className={adminCss.adminNav} aria-label={adminMessages.nav}>
      <ul ref={list}>
        {ADMIN_SECTIONS.map(({ to, label, Icon }) => (
          <li key={to}>
            <Link
              to={to}
              className={shellCss.shellSection}
              activeOptions={{ exact: to === '/admin' }}
              activeProps={{ className: shellCss.isCurrent ?? '' }}
            >
              <Icon size={18} stroke={1.75} aria-hidden />
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
