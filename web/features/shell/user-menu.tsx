import { Menu, UnstyledButton } from '@mantine/core';
import { IconBook, IconKey, IconLogout, IconMail, IconSettings } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { signOut } from '../../api/account.ts';
import { adminMessages } from '../../messages/en/admin.ts';
import { appMessages } from '../../messages/en/app.ts';
import { PopMenu } from '../../ui/pop-menu.tsx';
import { useMe } from './use-me.ts';
import css from './shell.module.css';

const t = appMessages.user;
const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const;

/** The account menu. */
export function UserMenu() {
  const { Name, Email, IsSiteAdmin } = useMe();
  const end = useSignOut();
  return (
    <PopMenu width={260}>
      <Menu.Target>
        <UnstyledButton className={css.avatar} aria-label={t.menu(Name)} title={Name}>
          {initialsOf(Name)}
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <span className={css.menuName}>{Name}</span>
          <span className={css.menuEmail}>{Email}</span>
        </Menu.Label>
        <Menu.Divider />
        <Menu.Item leftSection={<IconKey {...icon} />} renderRoot={(props) => <Link to="/account" {...props} />}>
          {t.account}
        </Menu.Item>
        {IsSiteAdmin ? (
          <Menu.Item leftSection={<IconSettings {...icon} />} renderRoot={(props) => <Link to="/admin" {...props} />}>
            {adminMessages.title}
          </Menu.Item>
        ) : null}
        {IsSiteAdmin ? (
          <Menu.Item leftSection={<IconMail {...icon} />} renderRoot={(props) => <Link to="/outbox" {...props} />}>
            {t.outbox}
          </Menu.Item>
        ) : null}
        <Menu.Item leftSection={<IconBook {...icon} />} component="a" href="/api/docs">
          {t.reference}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout {...icon} />} onClick={end}>
          {t.signOut}
        </Menu.Item>
      </Menu.Dropdown>
    </PopMenu>
  );
}

function useSignOut(): () => void {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const end = useMutation({
    mutationFn: signOut,
    onSuccess: async () => {
      await navigate({ to: '/sign-in' });
      queries.clear();
    },
  });
  return () => end.mutate();
}

/** `AL` for Ada Lovelace. */
function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  const ends = words.length > 1 ? [words[0], words.at(-1)] : [words[0]];
  return ends
    .map((word) => [...(word ?? '')][0] ?? '')
    .join('')
    .toLocaleUpperCase();
}
