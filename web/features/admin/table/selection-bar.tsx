import { Button, CloseButton, Menu } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { adminMessages } from '../../../messages/en/admin.ts';
import { PopMenu } from '../../../ui/menus/pop-menu.tsx';
import type { RowAction } from './row-actions.tsx';
import css from './table.module.css';

const t = adminMessages.table;

type Props = { count: number; isBusy: boolean; actions: RowAction[]; onClear: () => void };

/** The actions on the selected rows, a single one as a button. It lies above the page, so that no row moves. */
export function SelectionBar({ count, isBusy, actions, onClear }: Props) {
  if (count === 0) return null;
  const [only] = actions;
  return (
    <div className={css.bar} role="region" aria-label={t.selection}>
      <CloseButton aria-label={t.clear} onClick={onClear} />
      <span role="status">{t.selected(count)}</span>
      {only !== undefined && actions.length === 1 ? (
        <Button loading={isBusy} onClick={only.run}>
          {only.label}
        </Button>
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
      <Menu.Dropdown>
        {actions.map(({ label, run }) => (
          <Menu.Item key={label} onClick={run}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </PopMenu>
  );
}
