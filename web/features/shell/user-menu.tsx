import { Menu, UnstyledButton } from '@mantine/core';
import {
  IconBook,
  IconKey,
  IconKeyboard,
  IconLink,
  IconLogout,
  IconMail,
  IconSettings,
  IconTrash,
  IconUserCircle,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Suspense, lazy } from 'react';
import { otherAccountsQuery } from '../../api/sign-in/accounts.ts';
import { adminMessages } from '../../messages/en/admin.ts';
import { appMessages } from '../../messages/en/app.ts';
import { sharingMessages } from '../../messages/en/sharing.ts';
import { Avatar } from '../../ui/person/avatar.tsx';
import { shortcutMessages } from '../../messages/en/shortcuts.ts';
import { useIsPhone } from '../../ui/menus/use-is-phone.ts';
import { PopMenu } from '../../ui/menus/pop-menu.tsx';
import { showOverlay } from '../shortcuts/overlay.ts';
import { useMe } from './use-me.ts';
import { useSignOut } from './use-sign-out.ts';
import css from './shell.module.css';

const t = appMessages.user;
const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const;

const OtherAccounts = lazy(async () => ({
  default: (await import('../accounts/other-accounts.tsx')).OtherAccounts,
}));

/** The account menu. */
export function UserMenu() {
  const { UserId, Name, Email, PictureUri, IsSiteAdmin } = useMe();
  return (
    <PopMenu width={260}>
      <Menu.Target>
        <UnstyledButton className={css.avatar} aria-label={t.menu(Name)} title={Name}>
          <Avatar name={Name} of={UserId} picture={PictureUri} size={38} />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <span className={css.menuName}>{Name}</span>
          <span className={css.menuEmail}>{Email}</span>
        </Menu.Label>
        <Menu.Divider />
        <Menu.Item leftSection={<IconUserCircle {...icon} />} renderRoot={(props) => <Link to="/profile" {...props} />}>
          {t.profile}
        </Menu.Item>
        <Menu.Item leftSection={<IconKey {...icon} />} renderRoot={(props) => <Link to="/account" {...props} />}>
          {t.account}
        </Menu.Item>
        <ForNarrow />
        {IsSiteAdmin ? <ForAdmins /> : null}
        <Help />
        <Suspense>
          <OtherAccounts />
        </Suspense>
        <Menu.Divider />
        <SignOut />
      </Menu.Dropdown>
    </PopMenu>
  );
}

// The navigation of small screens has no room for these.
function ForNarrow() {
  return (
    <>
      <Menu.Item
        className={css.isForNarrow}
        leftSection={<IconLink {...icon} />}
        renderRoot={(props) => <Link to="/links" {...props} />}
      >
        {sharingMessages.mine.title}
      </Menu.Item>
      <Menu.Item
        className={css.isForNarrow}
        leftSection={<IconTrash {...icon} />}
        renderRoot={(props) => <Link to="/trash" {...props} />}
      >
        {appMessages.trash}
      </Menu.Item>
    </>
  );
}

function ForAdmins() {
  return (
    <>
      <Menu.Item leftSection={<IconSettings {...icon} />} renderRoot={(props) => <Link to="/admin" {...props} />}>
        {adminMessages.title}
      </Menu.Item>
      <Menu.Item leftSection={<IconMail {...icon} />} renderRoot={(props) => <Link to="/outbox" {...props} />}>
        {t.outbox}
      </Menu.Item>
    </>
  );
}

function Help() {
  const isPhone = useIsPhone();
  return (
    <>
      {isPhone ? null : (
        <Menu.Item leftSection={<IconKeyboard {...icon} />} onClick={() => showOverlay('sheet')}>
          {shortcutMessages.title}
        </Menu.Item>
      )}
      <Menu.Item leftSection={<IconBook {...icon} />} component="a" href="/api/docs">
        {t.reference}
      </Menu.Item>
    </>
  );
}

// Signing out ends the sessions of all accounts of the browser.
function SignOut() {
  const { data: others = [] } = useQuery(otherAccountsQuery);
  return (
    <Menu.Item leftSection={<IconLogout {...icon} />} onClick={useSignOut()}>
      {others.length === 0 ? t.signOut : t.signOutOfAll}
    </Menu.Item>
  );
}
