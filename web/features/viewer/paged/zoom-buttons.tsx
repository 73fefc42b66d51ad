import { ActionIcon, Button, Menu } from '@mantine/core';
import { IconArrowAutofitHeight, IconArrowAutofitWidth, IconMinus, IconPlus } from '@tabler/icons-react';
import { viewerMessages as t } from '../../../messages/en/viewer/viewer.ts';
import { PopMenu } from '../../../ui/menus/pop-menu.tsx';
import { type Pager, type PagerView, scaleOf, setZoom, stepZoom } from './pager.ts';

const SCALES = [0.5, 1, 1.5, 2, 4];

/** Buttons that change the scale, and a menu with the rules that fit pages. */
export function ZoomButtons({ pager, view }: { pager: Pager; view: PagerView }) {
  const percent = Math.round(scaleOf(view) * 100);
  return (
    <>
      <ActionIcon variant="subtle" aria-label={t.zoomOut} title={t.zoomOut} onClick={() => stepZoom(pager, -1)}>
        <IconMinus size={20} aria-hidden />
      </ActionIcon>
      <PopMenu withinPortal={false}>
        <Menu.Target>
          <Button variant="subtle" size="compact-sm" px={6} miw={56} aria-label={t.zoom(percent)}>
            {t.percent(percent)}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <FitItems pager={pager} />
          <Menu.Divider />
          {SCALES.map((scale) => (
            <Menu.Item key={scale} onClick={() => setZoom(pager, scale)}>
              {t.percent(scale * 100)}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </PopMenu>
      <ActionIcon variant="subtle" aria-label={t.zoomIn} title={t.zoomIn} onClick={() => stepZoom(pager, 1)}>
        <IconPlus size={20} aria-hidden />
      </ActionIcon>
    </>
  );
}

const FITS = [
  { zoom: 'width', label: t.fitWidth, icon: IconArrowAutofitWidth },
  { zoom: 'page', label: t.fitPage, icon: IconArrowAutofitHeight },
] as const;

export function FitItems({ pager }: { pager: Pager }) {
  return FITS.map(({ zoom, label, icon: FitIcon }) => (
    <Menu.Item key={zoom} leftSection={<FitIcon size={18} aria-hidden />} onClick={() => setZoom(pager, zoom)}>
      {label}
    </Menu.Item>
  ));
}
