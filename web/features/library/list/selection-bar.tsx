import { Button, CloseButton, Menu } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { libraryMessages } from '../../../messages/en/library.ts';
import { MoreMenu } from '../../../ui/menus/more-menu.tsx';
import { useBrowsing } from '../browser-context.ts';
import { NOTHING } from './selection.ts';
import { ICON, type ItemAction, useItemActions } from '../actions/item-actions.ts';
import css from '../library.module.css';
import selectionCss from './selection.module.css';

const button = { size: 'sm', variant: 'default' } as const;

/** The actions for the selected rows, over those of the place. Small screens show icons only, and most of them in a menu. */
export function SelectionBar() {
  const {
    name,
    selection,
    look: { isPhone },
  } = useBrowsing();
  const entries = [...selection.chosen.values()];
  const { download, ways } = useItemActions(entries, name);
  return (
    <div
      className={`${css.browserActions} ${css.isCompact} ${selectionCss.selectionBar}`}
      role="group"
      aria-label={libraryMessages.selected(entries.length)}
    >
      <Count count={entries.length} />
      {download === null ? null : <Download url={download} />}
      {(isPhone ? ways.slice(0, 1) : ways).map(({ label, Icon, go }) => (
        <Button {...button} key={label} aria-label={label} title={label} leftSection={<Icon {...ICON} />} onClick={go}>
          {label}
        </Button>
      ))}
      {isPhone ? <More ways={ways.slice(1)} /> : null}
    </div>
  );
}

function More({ ways }: { ways: ItemAction[] }) {
  return (
    <MoreMenu>
      {ways.map(({ label, Icon, go }) => (
        <Menu.Item key={label} leftSection={<Icon {...ICON} />} onClick={go}>
          {label}
        </Menu.Item>
      ))}
    </MoreMenu>
  );
}

function Download({ url }: { url: string }) {
  const label = libraryMessages.actions.download;
  return (
    <Button
      {...button}
      component="a"
      href={url}
      download
      aria-label={label}
      title={label}
      leftSection={<IconDownload {...ICON} />}
    >
      {label}
    </Button>
  );
}

function Count({ count }: { count: number }) {
  const { select } = useBrowsing();
  return (
    <span className={css.selectedCount} aria-live="polite">
      <CloseButton aria-label={libraryMessages.clearSelection} onClick={() => select(NOTHING)} />
      {libraryMessages.selected(count)}
    </span>
  );
}
