/** The frame around the pages of site admins, inside the shell. */
import { Button, Menu } from '@mantine/core';
import { IconChevronDown, IconLock } from '@tabler/icons-react';
import { Link, Outlet, useLocation } from '@tanstack/react-router';
import { Fragment, useEffect, useId, useRef } from 'react';
import { adminMessages } from '../../messages/en/admin.ts';
import { Message } from '../../ui/message.tsx';
import { PopMenu } from '../../ui/menus/pop-menu.tsx';
import { useIsPhone } from '../../ui/menus/use-is-phone.ts';
import { useMe } from '../shell/use-me.ts';
import { ADMIN_GROUPS } from './sections.ts';
import adminCss from './admin.module.css';
import shellCss from '../shell/shell.module.css';

/** Shows the pages to site admins and refuses everyone else. */
export function AdminShell() {
  const { IsSiteAdmin } = useMe();
  const isPhone = useIsPhone();
  if (!IsSiteAdmin)
    return <Message icon={<IconLock size={40} stroke={1.5} aria-hidden />} {...adminMessages.refused} />;
  return (
    <div className={adminCss.admin}>
      {isPhone ? <PhoneNav /> : <AdminNav />}
      <Outlet />
    </div>
  );
}

// A button with the name of the page, which opens the list of all pages.
function PhoneNav() {
  const { pathname } = useLocation();
  const here = ADMIN_GROUPS.flatMap(({ sections }) => [...sections]).findLast(({ to }) => pathname.startsWith(to));
  return (
    <nav className={adminCss.phoneNav} aria-label={adminMessages.nav}>
      <PopMenu>
        <Menu.Target>
          <Button variant="default" rightSection={<IconChevronDown size={18} aria-hidden />}>
            {here?.label ?? adminMessages.title}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {ADMIN_GROUPS.map(({ label, sections }) => (
            <Fragment key={label}>
              {label === null ? null : <Menu.Label>{label}</Menu.Label>}
              {sections.map(({ to, label: name, Icon }) => (
                <Menu.Item
                  key={to}
                  leftSection={<Icon size={18} stroke={1.75} aria-hidden />}
                  renderRoot={(props) => <Link to={to} {...props} />}
                >
                  {name}
                </Menu.Item>
              ))}
            </Fragment>
          ))}
        </Menu.Dropdown>
      </PopMenu>
    </nav>
  );
}

function AdminNav() {
  const { pathname } = useLocation();
  const nav = useRef<HTMLElement>(null);
  // On small screens the list scrolls sideways, so the current page may be out of view.
  useEffect(() => {
    const here = nav.current?.querySelector(`a[href="${CSS.escape(pathname)}"]`);
    here?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [pathname]);
  return (
    <nav ref={nav} className={adminCss.adminNav} aria-label={adminMessages.nav}>
      {ADMIN_GROUPS.map((group) => (
        <Group key={group.label} {...group} />
      ))}
    </nav>
  );
}

function Group({ label, sections }: (typeof ADMIN_GROUPS)[number]) {
  const heading = useId();
  return (
    <>
      {label === null ? null : (
        <p id={heading} className={adminCss.adminGroup}>
          {label}
        </p>
      )}
      <ul {...(label === null ? {} : { 'aria-labelledby': heading })}>
        {sections.map(({ to, label: name, Icon }) => (
          <li key={to}>
            <Link
              to={to}
              className={shellCss.shellSection}
              activeOptions={{ exact: to === '/admin' }}
              activeProps={{ className: shellCss.isCurrent ?? '' }}
            >
              <Icon size={18} stroke={1.75} aria-hidden />
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}
