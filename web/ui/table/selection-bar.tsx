import { Button, CloseButton, Menu } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { appMessages } from '../../messages/en/app.ts';
import { PopMenu } from '../menus/pop-menu.tsx';
import { ActionItems, type RowAction } from './row-actions.tsx';
import css from './table.module.css';

const t = appMessages.table;

const BUTTONS = 2;

type Props = { count: number; isBusy: boolean; actions: RowAction[]; onClear: () => void };

/** The actions on the selected rows, up to two as buttons. It lies above the page, so that no row moves. */
export function SelectionBar({ count, isBusy, actions, onClear }: Props) {
  if (count === 0) return null;
  return (
    <div className={css.bar} role="region" aria-label={t.selection}>
      <CloseButton aria-label={t.clear} onClick={onClear} />
      <span role="status">{t.selected(count)}</span>
      {actions.length <= BUTTONS ? (
        actions.map(({ label, run }, at) => (
          <Button key={label} variant={at === 0 ? 'filled' : 'default'} loading={isBusy} onClick={run}>
            {label}
          </Button>
        ))
      ) : (
        <ActionsMenu actions={actions} isBusy={isBusy} />
      )}
    </div>
  );
}

function ActionsMenu({ actions, isBusy }: Pick<Props, 'actions' | 'isBusy'>) {
  return (
    <PopMenu position="top-end">
      <Menu.Target>
        <Button loading={isBusy} rightSection={<IconChevronDown size={16} aria-hidden />}>
          {t.actions}
        </Button>
      </Menu.Target>
      <ActionItems actions={actions} />
    </PopMenu>
  );
}
