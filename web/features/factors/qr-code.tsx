import { encode } from 'uqr';
import css from './factors.module.css';

const QUIET = 4;

/** The text as a QR code: dark on white in both color schemes, because scanners expect that. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { border: 0, ecc: 'M' });
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('');
  const box = size + 2 * QUIET;
  return (
    <svg className={css.qr} viewBox={`${-QUIET} ${-QUIET} ${box} ${box}`} role="img" aria-label={label}>
      <rect x={-QUIET} y={-QUIET} width={box} height={box} fill="#fff" />
      <path d={path} fill="#000" shapeRendering="crispEdges" />
    </svg>
  );
}
