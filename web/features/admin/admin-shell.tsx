/** What is around every page of site admins, inside the shell. */
import { IconLock } from '@tabler/icons-react';
import { Link, Outlet, useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { adminMessages } from '../../messages/en/admin.ts';
import { Message } from '../../ui/message.tsx';
import { useMe } from '../shell/use-me.ts';
import { ADMIN_SECTIONS } from './sections.ts';
import './admin.css';

/** Pages for site admins; others are told so. */
export function AdminShell() {
  const { IsSiteAdmin } = useMe();
  if (!IsSiteAdmin)
    return <Message icon={<IconLock size={40} stroke={1.5} aria-hidden />} {...adminMessages.refused} />;
  return (
    <div className="admin">
      <AdminNav />
      <Outlet />
    </div>
  );
}

function AdminNav() {
  const { pathname } = useLocation();
  const list = useRef<HTMLUListElement>(null);
  // On small screens the list is a line, of which the page may be beyond the edge.
  useEffect(() => {
    const here = list.current?.querySelector(`a[href="${CSS.escape(pathname)}"]`);
    here?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [pathname]);
  return (
    <nav className="admin-nav" aria-label={adminMessages.nav}>
      <ul ref={list}>
        {ADMIN_SECTIONS.map(({ to, label, Icon }) => (
          <li key={to}>
            <Link
              to={to}
              className="shell-section"
              activeOptions={{ exact: to === '/admin' }}
              activeProps={{ className: 'is-current' }}
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
