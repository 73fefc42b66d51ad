import { Button, Menu, Title } from '@mantine/core';
import { IconFolderPlus, IconFolderUp, IconShare3, IconTag } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { libraryMessages } from '../../messages/en/library.ts';
import { sharingMessages } from '../../messages/en/sharing.ts';
import { tagMessages } from '../../messages/en/tags.ts';
import { MoreMenu } from '../../ui/menus/more-menu.tsx';
import { StarButton } from '../stars/star-button.tsx';
import { AddFiles } from '../uploads/add-files.tsx';
import type { PickedFile } from '../uploads/upload.ts';
import { useBrowsing } from './browser-context.ts';
import { Crumbs, type StepProps } from './tree/crumbs.tsx';
import { ListControls, ViewControls } from './list/list-controls.tsx';
import { PlaceLinks, placeLinksOf } from './tree/place-links.tsx';
import { SelectionBar } from './list/selection-bar.tsx';
import { DetailsToggle } from './details/details-toggle.tsx';
import { useDrop } from './actions/use-drop.ts';
import css from './library.module.css';
import selectionCss from './list/selection.module.css';

const t = libraryMessages.actions;
const icon = { size: 20, 'aria-hidden': true } as const;

/** The path and the actions of the current folder. The actions for selected rows lie over them, so nothing moves. */
export function BrowserHead({ onPick }: { onPick: ((picked: PickedFile[]) => void) | null }) {
  const { container, place, name, listing, selection, look } = useBrowsing();
  return (
    <div className={css.browserHead}>
      <Crumbs place={place} Step={DropStep} />
      <div className={css.browserTitle}>
        <Title order={1} size="h3">
          {name}
        </Title>
        <StarButton item={{ ...container, name }} isStarred={place.IsStarred} />
        <span className={css.browserCount}>{listing.count === null ? '' : libraryMessages.count(listing.count)}</span>
        {look.isPhone ? null : <PlaceLinks container={container} />}
        <DetailsToggle />
      </div>
      <div className={css.browserBar}>
        <div className={selection.chosen.size > 0 ? selectionCss.isHidden : undefined}>
          {look.isPhone ? <PhoneActions onPick={onPick} /> : <PlaceActions onPick={onPick} />}
        </div>
        {look.isPhone && selection.chosen.size === 0 ? <ViewControls /> : null}
        {selection.chosen.size > 0 ? <SelectionBar /> : null}
      </div>
      <div className={selection.chosen.size > 0 ? selectionCss.isCovered : undefined}>
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
  const { Abilities } = place;
  return (
    <div className={css.browserActions}>
      {Abilities.AddFolder ? <Additions onPick={onPick} /> : null}
      <span className={`${css.browserActions} ${css.isCompact}`}>
        <Way
          label={sharingMessages.action}
          Icon={IconShare3}
          go={() => ask({ kind: 'share', object: { ...container, name } })}
        />
        {container.kind === 'folder' && Abilities.ShareWritable ? (
          <Way
            label={sharingMessages.request}
            Icon={IconFolderUp}
            go={() => ask({ kind: 'share', object: { ...container, name }, isRequest: true })}
          />
        ) : null}
        {Abilities.ManageTagTypes ? (
          <Way label={tagMessages.action} Icon={IconTag} go={() => ask({ kind: 'tagTypes' })} />
        ) : null}
      </span>
    </div>
  );
}

// One button, and the other actions at the bottom edge.
function PhoneActions({ onPick }: { onPick: ((picked: PickedFile[]) => void) | null }) {
  const { container, place, name, ask } = useBrowsing();
  const { AddFolder } = place.Abilities;
  const share = {
    label: sharingMessages.action,
    Icon: IconShare3,
    go: () => ask({ kind: 'share', object: { ...container, name } }),
  };
  if (!AddFolder)
    return (
      <div className={css.browserActions}>
        <Button size="sm" variant="default" leftSection={<IconShare3 {...icon} />} onClick={share.go}>
          {share.label}
        </Button>
        <PhoneMenu ways={[]} />
      </div>
    );
  const request = {
    label: sharingMessages.request,
    Icon: IconFolderUp,
    go: () => ask({ kind: 'share', object: { ...container, name }, isRequest: true }),
  };
  const requests = container.kind === 'folder' && place.Abilities.ShareWritable ? [request] : [];
  const newFolder = { label: t.newFolder, Icon: IconFolderPlus, go: () => ask({ kind: 'newFolder' }) };
  return (
    <div className={css.browserActions}>
      {onPick === null ? <NewFolder variant="filled" /> : <AddFiles size="sm" label={t.addFiles} onPick={onPick} />}
      <PhoneMenu ways={[...(onPick === null ? [] : [newFolder]), share, ...requests]} />
    </div>
  );
}

type PhoneWay = { label: string; Icon: typeof IconShare3; go: () => void };

function PhoneMenu({ ways }: { ways: PhoneWay[] }) {
  const { container, place, ask } = useBrowsing();
  const tags = { label: tagMessages.action, Icon: IconTag, go: () => ask({ kind: 'tagTypes' }) };
  return (
    <MoreMenu>
      {[...ways, ...(place.Abilities.ManageTagTypes ? [tags] : [])].map(({ label, Icon, go }) => (
        <Menu.Item key={label} leftSection={<Icon {...icon} />} onClick={go}>
          {label}
        </Menu.Item>
      ))}
      {placeLinksOf(container).map(({ label, Icon, ...to }) => (
        <Menu.Item key={label} leftSection={<Icon {...icon} />} renderRoot={(props) => <Link {...to} {...props} />}>
          {label}
        </Menu.Item>
      ))}
    </MoreMenu>
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
      <NewFolder variant={onPick === null ? 'filled' : 'default'} />
    </>
  );
}

function NewFolder({ variant }: { variant: 'filled' | 'default' }) {
  const { ask } = useBrowsing();
  return (
    <Button
      size="sm"
      variant={variant}
      leftSection={<IconFolderPlus {...icon} />}
      onClick={() => ask({ kind: 'newFolder' })}
    >
      {t.newFolder}
    </Button>
  );
}
