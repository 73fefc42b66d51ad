import type { Crop } from './crop.ts';

/** Draws the square. Transparent parts become white, because JPEG has none. */
export function draw(canvas: HTMLCanvasElement, image: ImageBitmap, { size, width, height, zoom, x, y }: Crop): void {
  const context = canvas.getContext('2d');
  if (context === null) return;
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, size, size);
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, x, y, width * zoom, height * zoom);
}
