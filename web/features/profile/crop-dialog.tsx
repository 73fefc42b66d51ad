import { Button } from '@mantine/core';
import { type KeyboardEvent, type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { profileMessages } from '../../messages/en/profile.ts';
import { FormDialog } from '../../ui/dialog/form-dialog.tsx';
import { type Crop, cropOf, move, zoomTo } from './crop.ts';
import { draw } from './draw-crop.ts';
import css from './profile.module.css';

const t = profileMessages.picture;
/** Pixels per side: the largest size that the server keeps, for screens with two pixels per point. */
const SIZE = 512;
const STEP = 16;
const MAX_ZOOM = 4;
const ZOOM_STEP = Math.SQRT2;

const ARROWS: Record<string, [number, number]> = {
  ArrowLeft: [STEP, 0],
  ArrowRight: [-STEP, 0],
  ArrowUp: [0, STEP],
  ArrowDown: [0, -STEP],
};

type Props = {
  image: ImageBitmap;
  isBusy: boolean;
  onUse: (square: Blob) => void;
  onClose: () => void;
  children: ReactNode;
};

/** Chooses the square of an image: moved by pointer or arrow keys, and zoomed. */
export function CropDialog({ image, isBusy, onUse, onClose, children }: Props) {
  const [crop, setCrop] = useState<Crop>(() => cropOf(image, SIZE));
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    if (canvas.current !== null) draw(canvas.current, image, crop);
  }, [image, crop]);
  const zoomBy = (factor: number) => setCrop(zoomTo(crop, Math.min(MAX_ZOOM, Math.max(1, crop.zoom * factor))));
  const use = () => canvas.current?.toBlob((square) => square !== null && onUse(square), 'image/jpeg', 0.92);
  return (
    <FormDialog title={t.crop} submit={t.use} isBusy={isBusy} onSubmit={use} onClose={onClose}>
      <div className={css.crop}>
        <Frame onMove={(x, y) => setCrop((before) => move(before, x, y))}>
          <canvas ref={canvas} width={SIZE} height={SIZE} />
        </Frame>
        <div className={css.zoom}>
          <Button variant="default" disabled={crop.zoom <= 1} onClick={() => zoomBy(1 / ZOOM_STEP)}>
            {t.zoomOut}
          </Button>
          <Button variant="default" disabled={crop.zoom >= MAX_ZOOM} onClick={() => zoomBy(ZOOM_STEP)}>
            {t.zoomIn}
          </Button>
        </div>
        {children}
      </div>
    </FormDialog>
  );
}

// A button, so that the focus and the arrow keys reach it.
function Frame({ onMove, children }: { onMove: (x: number, y: number) => void; children: ReactNode }) {
  const onKeyDown = (event: KeyboardEvent) => {
    const arrow = ARROWS[event.key];
    if (arrow === undefined) return;
    event.preventDefault();
    onMove(...arrow);
  };
  const onPointerMove = ({ buttons, movementX, movementY, currentTarget }: PointerEvent<HTMLButtonElement>) => {
    const scale = SIZE / currentTarget.clientWidth;
    if (buttons === 1) onMove(movementX * scale, movementY * scale);
  };
  return (
    <button
      type="button"
      className={css.frame}
      aria-label={t.frame}
      onKeyDown={onKeyDown}
      onPointerDown={({ currentTarget, pointerId }) => currentTarget.setPointerCapture(pointerId)}
      onPointerMove={onPointerMove}
    >
      {children}
    </button>
  );
}
