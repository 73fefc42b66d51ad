/** The square of an image: `x` and `y` are where the scaled image starts in the square, so never above 0. */
export type Crop = { size: number; width: number; height: number; zoom: number; x: number; y: number };

/** The largest square in the middle. */
export function cropOf({ width, height }: { width: number; height: number }, size: number): Crop {
  const scale = size / Math.min(width, height);
  const [w, h] = [width * scale, height * scale];
  return { size, width: w, height: h, zoom: 1, x: (size - w) / 2, y: (size - h) / 2 };
}

/** Moves the image, but never so far that the square is not covered. */
export function move(crop: Crop, byX: number, byY: number): Crop {
  const { size, width, height, zoom } = crop;
  const within = (start: number, length: number) => Math.min(0, Math.max(size - length * zoom, start));
  return { ...crop, x: within(crop.x + byX, width), y: within(crop.y + byY, height) };
}

/** Zooms around the middle of the square. */
export function zoomTo(crop: Crop, zoom: number): Crop {
  const middle = crop.size / 2;
  const factor = zoom / crop.zoom;
  const [x, y] = [middle - (middle - crop.x) * factor, middle - (middle - crop.y) * factor];
  return move({ ...crop, zoom, x, y }, 0, 0);
}
