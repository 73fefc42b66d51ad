import { Text } from '@mantine/core';
import { type PointerEvent, useEffect, useRef, useState } from 'react';
import { viewerMessages as t } from '../../../messages/en/viewer/viewer.ts';
import type { Turn } from '../paged/page-layout.ts';
import { usePageMarks } from './page-marks.tsx';
import { type Region, placeOf, regionBetween, turnRegion } from './region.ts';
import css from './marks.module.css';

/** A smaller rectangle is a click. */
const LEAST = 6;

type Props = { turn: Turn; onDraw: (region: Region) => void };

/** Covers a page while a person draws a region with a mouse, a pen or a finger. */
export function DrawLayer({ turn, onDraw }: Props) {
  // Of the first finger; others do not draw.
  const start = useRef<{ pointerId: number; x: number; y: number } | null>(null);
  const [drawn, setDrawn] = useState<Region | null>(null);
  const follow = (event: PointerEvent) => {
    if (start.current?.pointerId === event.pointerId) setDrawn(regionBetween(start.current, pointOf(event), turn));
  };
  const end = (event: PointerEvent<HTMLElement>) => {
    if (start.current?.pointerId !== event.pointerId) return;
    const region = regionBetween(start.current, pointOf(event), turn);
    start.current = null;
    setDrawn(null);
    const { clientWidth, clientHeight } = event.currentTarget;
    const { Width, Height } = turnRegion(region, turn);
    if (Width * clientWidth >= LEAST && Height * clientHeight >= LEAST) onDraw(region);
  };
  return (
    <div
      className={css.layer}
      data-drawing
      onPointerDown={(event) => {
        if (event.button !== 0 || !event.isPrimary) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        start.current = { pointerId: event.pointerId, ...pointOf(event) };
      }}
      onPointerMove={follow}
      onPointerUp={end}
      onPointerCancel={() => {
        start.current = null;
        setDrawn(null);
      }}
    >
      {drawn === null ? null : <div className={css.outline} style={placeOf(turnRegion(drawn, turn))} data-chosen />}
    </div>
  );
}

function pointOf({ clientX, clientY, currentTarget }: PointerEvent) {
  const { left, top, width, height } = currentTarget.getBoundingClientRect();
  return { x: (clientX - left) / width, y: (clientY - top) / height };
}

/** Instructions while a person draws. Escape ends it. */
export function DrawHint() {
  const marks = usePageMarks();
  const isDrawing = marks?.isDrawing === true;
  const setDrawing = marks?.setDrawing;
  useEffect(() => {
    if (!isDrawing) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      event.preventDefault();
      setDrawing?.(false);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [isDrawing, setDrawing]);
  if (!isDrawing) return null;
  return (
    <Text size="sm" role="status" className={`${css.hint} ${css.besides}`}>
      {t.drawHints[marks.on]}
    </Text>
  );
}
