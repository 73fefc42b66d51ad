import { ActionIcon, Menu } from '@mantine/core';
import {
  IconCode,
  IconDots,
  IconLayoutSidebar,
  IconMinus,
  IconPlus,
  IconPrinter,
  IconRotateClockwise,
  IconSearch,
} from '@tabler/icons-react';
import type { ComponentType, ReactNode } from 'react';
import { viewMessages } from '../../../messages/en/viewer/file-views.ts';
import { viewerMessages as t } from '../../../messages/en/viewer/viewer.ts';
import { PopMenu } from '../../../ui/menus/pop-menu.tsx';
import { ToolButton } from '../frame/tool-button.tsx';
import { DrawItem, DrawTool } from '../marks/draw-tool.tsx';
import { PageField } from './page-field.tsx';
import { type Pager, type PagerView, stepZoom, turnPages } from './pager.ts';
import type { PanelState } from './use-panel.ts';
import { FitItems, ZoomButtons } from './zoom-buttons.tsx';
import css from './paged.module.css';

/** The actions that only some documents have; null: not this one. */
export type PagedActions = { search: (() => void) | null; print: (() => void) | null; source?: (() => void) | null };

type Props = {
  pager: Pager;
  view: PagerView;
  actions: PagedActions;
  isNarrow: boolean;
  panel: PanelState;
};

/** The controls above pages. In little room, most of them are in a menu. */
export function PagedToolbar(props: Props) {
  return props.isNarrow ? <NarrowToolbar {...props} /> : <WideToolbar {...props} />;
}

function WideToolbar({ pager, view, actions, panel }: Props) {
  return (
    <>
      <ToolButton
        id={panel.buttonId}
        label={t.panel}
        Icon={IconLayoutSidebar}
        onClick={panel.toggle}
        isPressed={panel.isOpen}
      />
      <PageField pager={pager} view={view} isNarrow={false} />
      <div className={css.spring} />
      <ZoomButtons pager={pager} view={view} />
      <div className={css.spring} />
      <DrawTool />
      <ToolButton label={t.rotate} Icon={IconRotateClockwise} onClick={() => turnPages(pager)} />
      {actions.search === null ? null : <ToolButton label={t.search} Icon={IconSearch} onClick={actions.search} />}
      {actions.print === null ? null : <ToolButton label={t.print.title} Icon={IconPrinter} onClick={actions.print} />}
      <SourceTool show={actions.source} />
    </>
  );
}

function NarrowToolbar({ pager, view, actions, panel }: Props) {
  const { search, print } = actions;
  return (
    <>
      <PageField pager={pager} view={view} isNarrow />
      <div className={css.spring} />
      {search === null ? null : <ToolButton label={t.search} Icon={IconSearch} onClick={search} />}
      <SourceTool show={actions.source} />
      <PopMenu withinPortal={false}>
        <Menu.Target>
          <ActionIcon id={panel.buttonId} variant="subtle" aria-label={t.more} title={t.more}>
            <IconDots size={20} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Item icon={IconLayoutSidebar} onClick={panel.toggle}>
            {t.panel}
          </Item>
          <Item icon={IconPlus} onClick={() => stepZoom(pager, 1)}>
            {t.zoomIn}
          </Item>
          <Item icon={IconMinus} onClick={() => stepZoom(pager, -1)}>
            {t.zoomOut}
          </Item>
          <FitItems pager={pager} />
          <DrawItem />
          <Item icon={IconRotateClockwise} onClick={() => turnPages(pager)}>
            {t.rotate}
          </Item>
          {print === null ? null : (
            <Item icon={IconPrinter} onClick={print}>
              {t.print.title}
            </Item>
          )}
        </Menu.Dropdown>
      </PopMenu>
    </>
  );
}

function SourceTool({ show }: { show: PagedActions['source'] }) {
  return show === undefined || show === null ? null : (
    <ToolButton label={viewMessages.source} Icon={IconCode} onClick={show} />
  );
}

type Icon = ComponentType<{ size: number; 'aria-hidden': true }>;
type ItemProps = { icon: Icon; onClick: () => void; children: ReactNode };

function Item({ icon: ItemIcon, onClick, children }: ItemProps) {
  return (
    <Menu.Item leftSection={<ItemIcon size={18} aria-hidden />} onClick={onClick}>
      {children}
    </Menu.Item>
  );
}
