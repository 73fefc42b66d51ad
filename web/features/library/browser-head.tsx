import { Button, Title } from '@mantine/core';
import { IconFolderPlus, IconShare3, IconShieldLock } from '@tabler/icons-react';
import { libraryMessages } from '../../messages/en/library.ts';
import { permissionMessages } from '../../messages/en/permissions.ts';
import { sharingMessages } from '../../messages/en/sharing.ts';
import { AddFiles } from '../uploads/add-files.tsx';
import type { PickedFile } from '../uploads/upload.ts';
import { useBrowsing } from './browser-context.ts';
import { Crumbs, type StepProps } from './tree/crumbs.tsx';
import { ListControls } from './list/list-controls.tsx';
import { PlaceLinks } from './tree/place-links.tsx';
import { SelectionBar } from './list/selection-bar.tsx';
import { useDrop } from './actions/use-drop.ts';
import css from './library.module.css';

const t = libraryMessages.actions;

/** The path and the actions of the current folder, or the actions for the selected rows. */
export function BrowserHead({ onPick }: { onPick: ((picked: PickedFile[]) => void) | null }) {
  const { container, place, name, listing, selection } = useBrowsing();
  return (
    <div className={css.browserHead}>
      <Crumbs place={place} Step={DropStep} />
      <div className={css.browserTitle}>
        <Title order={1} size="h3">
          {name}
        </Title>
        <span className={css.browserCount}>{listing.count === null ? '' : libraryMessages.count(listing.count)}</span>
        <PlaceLinks container={container} />
      </div>
      <div className={selection.chosen.size > 0 ? `${css.browserBar} ${css.hasSelection}` : css.browserBar}>
        {selection.chosen.size > 0 ? <SelectionBar /> : <PlaceActions onPick={onPick} />}
        <ListControls />
      </div>
    </div>
  );
}

function DropStep({ target, children }: StepProps) {
  const { isOver, handlers } = useDrop(target);
  return (
    <span className={isOver ? css.isDrop : ''} {...handlers}>
      {children}
    </span>
  );
}

function PlaceActions({ onPick }: { onPick: ((picked: PickedFile[]) => void) | null }) {
  const { container, place, name, ask } = useBrowsing();
  const { kind, id } = container;
  const { Abilities } = place;
  return (
    <div className={css.browserActions}>
      {Abilities.AddFolder ? <Additions onPick={onPick} /> : null}
      {Abilities.Share || Abilities.ManagePermissions ? (
        <span className={`${css.browserActions} ${css.isCompact}`}>
          {kind === 'folder' && Abilities.Share ? (
            <Way
              label={sharingMessages.action}
              Icon={IconShare3}
              go={() => ask({ kind: 'share', entry: { kind, id, name } })}
            />
          ) : null}
          {Abilities.ManagePermissions ? (
            <Way
              label={permissionMessages.action}
              Icon={IconShieldLock}
              go={() => ask({ kind: 'permissions', object: { ...container, name } })}
            />
          ) : null}
        </span>
      ) : null}
    </div>
  );
}

// Small screens show the icon only.
function Way({ label, Icon, go }: { label: string; Icon: typeof IconShare3; go: () => void }) {
  return (
    <Button
      size="sm"
      variant="default"
      aria-label={label}
      title={label}
      leftSection={<Icon size={20} aria-hidden />}
      onClick={go}
    >
      {label}
    </Button>
  );
}

function Additions({ onPick }: { onPick: ((picked: PickedFile[]) => void) | null }) {
  const { ask } = useBrowsing();
  return (
    <>
      {onPick === null ? null : (
        <>
          <AddFiles size="sm" label={t.addFiles} onPick={onPick} />
          <span className={css.withMouse}>
            <AddFiles size="sm" kind="folder" variant="default" label={t.addFolder} onPick={onPick} />
          </span>
        </>
      )}
      <Button
        size="sm"
        variant={onPick === null ? 'filled' : 'default'}
        leftSection={<IconFolderPlus size={20} aria-hidden />}
        onClick={() => ask({ kind: 'newFolder' })}
      >
        {t.newFolder}
      </Button>
    </>
  );
}
