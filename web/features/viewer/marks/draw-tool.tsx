import { Menu } from '@mantine/core';
import { IconMessagePlus } from '@tabler/icons-react';
import { viewerMessages as t } from '../../../messages/en/viewer/viewer.ts';
import { ToolButton } from '../frame/tool-button.tsx';
import { type PageMarks, usePageMarks } from './page-marks.tsx';
import css from './marks.module.css';

/** Begins to draw the area of a new comment. Documents without marks do not have it. */
export function DrawTool() {
  const marks = usePageMarks();
  if (marks === null) return null;
  return (
    <span className={css.besides}>
      <ToolButton label={t.draw} Icon={IconMessagePlus} isPressed={marks.isDrawing} onClick={() => toggle(marks)} />
    </span>
  );
}

/** The same in a menu. */
export function DrawItem() {
  const marks = usePageMarks();
  if (marks === null) return null;
  return (
    <Menu.Item
      className={css.besides ?? ''}
      leftSection={<IconMessagePlus size={18} aria-hidden />}
      onClick={() => toggle(marks)}
    >
      {t.draw}
    </Menu.Item>
  );
}

const toggle = ({ isDrawing, setDrawing }: PageMarks) => setDrawing(!isDrawing);
