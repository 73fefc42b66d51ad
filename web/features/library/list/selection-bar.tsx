import { Button, CloseButton } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { libraryMessages } from '../../../messages/en/library.ts';
import { useBrowsing } from '../browser-context.ts';
import { NOTHING } from './selection.ts';
import { ICON, useItemActions } from '../actions/item-actions.ts';
import css from '../library.module.css';

const look = { size: 'sm', variant: 'default' } as const;

/** The actions for the selected rows. Small screens show icons only. */
export function SelectionBar() {
  const { name, selection } = useBrowsing();
  const entries = [...selection.chosen.values()];
  const { download, ways } = useItemActions(entries, name);
  return (
    <div
      className={`${css.browserActions} ${css.isCompact}`}
      role="group"
      aria-label={libraryMessages.selected(entries.length)}
    >
      <Count count={entries.length} />
      {download === null ? null : <Download url={download} />}
      {ways.map(({ label, Icon, go }) => (
        <Button {...look} key={label} aria-label={label} title={label} leftSection={<Icon {...ICON} />} onClick={go}>
          {label}
        </Button>
      ))}
    </div>
  );
}

function Download({ url }: { url: string }) {
  const label = libraryMessages.actions.download;
  return (
    <Button
      {...look}
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
