import { ActionIcon, Menu } from '@mantine/core';
import {
  IconCode,
  IconDots,
  IconLayoutSidebar,
  IconMessagePlus,
  IconMinus,
  IconPlus,
  IconPrinter,
  IconRotateClockwise,
  IconSearch,
} from '@tabler/icons-react';
import type { ComponentType, ReactNode } from 'react';
import { viewMessages } from '../../../messages/en/file-views.ts';
import { viewerMessages as t } from '../../../messages/en/viewer.ts';
import { PopMenu } from '../../../ui/menus/pop-menu.tsx';
import { usePageMarks } from '../marks/page-marks.tsx';
import { PageField } from './page-field.tsx';
import { type Pager, type PagerView, stepZoom, turnPages } from './pager.ts';
import { FitItems, ZoomButtons } from './zoom-buttons.tsx';
import marksCss from '../marks/marks.module.css';
import css from './paged.module.css';

/** The actions that only some documents have; null: not this one. */
export type PagedActions = { search: (() => void) | null; print: (() => void) | null; source?: (() => void) | null };

type Props = {
  pager: Pager;
  view: PagerView;
  actions: PagedActions;
  isNarrow: boolean;
  panel: { isOpen: boolean; toggle: () => void };
};

/** The controls above pages. In little room, most of them are in a menu. */
export function PagedToolbar(props: Props) {
  return props.isNarrow ? <NarrowToolbar {...props} /> : <WideToolbar {...props} />;
}

function WideToolbar({ pager, view, actions, panel }: Props) {
  const draw = useDraw();
  return (
    <>
      <Tool label={t.panel} icon={IconLayoutSidebar} onClick={panel.toggle} isPressed={panel.isOpen} />
      <PageField pager={pager} view={view} isNarrow={false} />
      <div className={css.spring} />
      <ZoomButtons pager={pager} view={view} />
      <div className={css.spring} />
      {draw === null ? null : <Tool label={t.draw} icon={IconMessagePlus} {...draw} isHiddenInFull />}
      <Tool label={t.rotate} icon={IconRotateClockwise} onClick={() => turnPages(pager)} />
      {actions.search === null ? null : <Tool label={t.search} icon={IconSearch} onClick={actions.search} />}
      {actions.print === null ? null : <Tool label={t.print.title} icon={IconPrinter} onClick={actions.print} />}
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
      {search === null ? null : <Tool label={t.search} icon={IconSearch} onClick={search} />}
      <SourceTool show={actions.source} />
      <PopMenu withinPortal={false}>
        <Menu.Target>
          <ActionIcon variant="subtle" aria-label={t.more} title={t.more}>
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
    <Tool label={viewMessages.source} icon={IconCode} onClick={show} />
  );
}

function DrawItem() {
  const draw = useDraw();
  if (draw === null) return null;
  return (
    <Item icon={IconMessagePlus} onClick={draw.onClick} isHiddenInFull>
      {t.draw}
    </Item>
  );
}

// Comments begin with a region that is drawn; null: this document has none here.
function useDraw() {
  const marks = usePageMarks();
  if (marks === null) return null;
  const { isDrawing, setDrawing } = marks;
  return { isPressed: isDrawing, onClick: () => setDrawing(!isDrawing) };
}

const classIn = (isHiddenInFull: boolean): string => (isHiddenInFull ? (marksCss.besides ?? '') : '');

type Icon = ComponentType<{ size: number; 'aria-hidden': true }>;
type ToolProps = { label: string; icon: Icon; onClick: () => void; isPressed?: boolean; isHiddenInFull?: boolean };

function Tool({ label, icon: ToolIcon, onClick, isPressed, isHiddenInFull = false }: ToolProps) {
  return (
    <ActionIcon
      className={classIn(isHiddenInFull)}
      variant={isPressed === true ? 'light' : 'subtle'}
      aria-label={label}
      title={label}
      aria-pressed={isPressed}
      onClick={onClick}
    >
      <ToolIcon size={20} aria-hidden />
    </ActionIcon>
  );
}

type ItemProps = { icon: Icon; onClick: () => void; isHiddenInFull?: boolean; children: ReactNode };

function Item({ icon: ItemIcon, onClick, isHiddenInFull = false, children }: ItemProps) {
  return (
    <Menu.Item className={classIn(isHiddenInFull)} leftSection={<ItemIcon size={18} aria-hidden />} onClick={onClick}>
      {children}
    </Menu.Item>
  );
}
