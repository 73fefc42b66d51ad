import { Button, Menu } from '@mantine/core';
import { IconPencil, IconSend, IconUnlink } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { OwnShare } from '../../../api/answers.ts';
import { resendShare } from '../../../api/sharing.ts';
import { linkMessages } from '../../../messages/en/links.ts';
import { sharingMessages } from '../../../messages/en/sharing.ts';
import { MoreMenu } from '../../../ui/menus/more-menu.tsx';
import { useIsPhone } from '../../../ui/menus/use-is-phone.ts';
import { describeFailure } from '../../library/actions/run-all.ts';
import { showNotice } from '../../shell/notice-list.ts';
import { copyLinkWithNotice } from '../copy-link.ts';
import { EditLinkDialog } from './edit-link-dialog.tsx';
import { RevokeLink } from './revoke-links.tsx';
import css from '../../library/library.module.css';

const t = sharingMessages.mine;
const look = { size: 'sm', variant: 'default' } as const;

/** The actions for a link of the person. */
export function LinkActions({ link, name }: { link: OwnShare; name: string }) {
  const [asked, ask] = useState<'edit' | 'revoke' | null>(null);
  const again = useNotifyAgain(link);
  const { Links, Status, AccessCodeRequired } = link;
  const close = () => ask(null);
  const canCopy = Status === 'Active' && !AccessCodeRequired && !link.IsInTrash;
  const ways = waysOf(link, name, { ask, isPending: again.isPending, notify: () => again.mutate() });
  return (
    <div className={css.browserActions}>
      {canCopy ? (
        <Button {...look} aria-label={t.copyLinkOf(name)} onClick={() => void copyLinkWithNotice(Links.WebUri)}>
          {sharingMessages.copy}
        </Button>
      ) : null}
      <Others ways={ways} isFirst={!canCopy} />
      {asked === 'edit' ? <EditLinkDialog shareId={link.ShareId} name={name} onClose={close} /> : null}
      {asked === 'revoke' ? <RevokeLink link={link} name={name} onClose={close} /> : null}
    </div>
  );
}

type Asking = { ask: (asked: 'edit' | 'revoke') => void; isPending: boolean; notify: () => void };

function waysOf({ Abilities }: OwnShare, name: string, { ask, isPending, notify }: Asking): Way[] {
  return [
    {
      label: linkMessages.edit.action,
      name: linkMessages.edit.actionOf(name),
      Icon: IconPencil,
      isAllowed: Abilities.Change,
      go: () => ask('edit'),
    },
    {
      label: t.again,
      name: t.againOf(name),
      Icon: IconSend,
      isAllowed: Abilities.Notify,
      isPending,
      go: notify,
    },
    {
      label: t.revoke,
      name: t.revokeOf(name),
      Icon: IconUnlink,
      isAllowed: Abilities.Revoke,
      isQuiet: true,
      go: () => ask('revoke'),
    },
  ].filter(({ isAllowed }) => isAllowed);
}

type Way = {
  label: string;
  /** The accessible name, with that of the link. */
  name: string;
  Icon: typeof IconSend;
  /** Leads to a confirmation. */
  isQuiet?: boolean;
  isPending?: boolean;
  go: () => void;
};

// Buttons, or on a phone a menu beside the first button of the page.
function Others({ ways, isFirst }: { ways: Way[]; isFirst: boolean }) {
  const shown = useIsPhone() ? ways.slice(0, isFirst ? 1 : 0) : ways;
  const more = ways.slice(shown.length);
  return (
    <>
      {shown.map(({ label, name, isQuiet = false, isPending = false, go }) => (
        <Button
          key={label}
          {...look}
          {...(isQuiet ? { color: 'gray', variant: 'subtle' } : {})}
          aria-label={name}
          loading={isPending}
          onClick={go}
        >
          {label}
        </Button>
      ))}
      {more.length === 0 ? null : (
        <MoreMenu>
          {more.map(({ label, Icon, go }) => (
            <Menu.Item key={label} leftSection={<Icon size={18} aria-hidden />} onClick={go}>
              {label}
            </Menu.Item>
          ))}
        </MoreMenu>
      )}
    </>
  );
}

function useNotifyAgain(link: OwnShare) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => resendShare(link),
    onSuccess: () => showNotice({ kind: 'done', text: t.mailed(link.Recipients.length) }),
    onError: (error) => {
      showNotice({ kind: 'failed', text: describeFailure(error) });
      void queries.invalidateQueries({ queryKey: ['own-shares'] });
    },
  });
}
