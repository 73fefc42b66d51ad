import { type SyntheticEvent, useEffect, useState } from 'react';
import { viewerMessages as t } from '../../../messages/en/viewer.ts';
import { useDebounced } from '../../../ui/use-debounced.ts';
import type { PageProps } from '../paged/page-source.ts';
import css from './pages.module.css';

/** The widths that the server draws (docs/api/renditions.md#pages). */
const WIDTHS = [320, 800, 1200, 1600, 2400];
const MAX_SHARPNESS = 2;
/** During a zoom, the picture is stretched. */
const ZOOM_MS = 200;
/** The server answers 202 while it draws a page, which is no picture. */
const RETRY_MS = 2000;
const MOST_ATTEMPTS = 60;

type Props = PageProps & { urlOf: (page: number, width: number) => string; count: number; usualWidth: number };

/** The picture of a page. */
export function PageImage({ page, width, height, turn, onSize, urlOf, count, usualWidth }: Props) {
  const isLying = turn % 180 !== 0;
  const [across, down] = isLying ? [height, width] : [width, height];
  const wanted = useDebounced(widthFor(across), ZOOM_MS);
  const { attempt, retry, isGivenUp } = useAttempts();
  const onLoad = ({ currentTarget: { naturalWidth, naturalHeight } }: SyntheticEvent<HTMLImageElement>) =>
    onSize({ width: usualWidth, height: Math.round((usualWidth * naturalHeight) / naturalWidth) });
  if (isGivenUp) return <p className={css.failed}>{t.pageFailed}</p>;
  return (
    <img
      key={attempt}
      className={css.image}
      src={urlOf(page, wanted)}
      alt={t.page(page, count)}
      draggable={false}
      style={{ width: across, height: down, rotate: `${turn}deg` }}
      onLoad={onLoad}
      onError={retry}
    />
  );
}

const widthFor = (across: number): number => {
  const pixels = across * Math.min(MAX_SHARPNESS, window.devicePixelRatio);
  return WIDTHS.find((width) => width >= pixels * 0.9) ?? 2400;
};

function useAttempts() {
  const [attempt, setAttempt] = useState(0);
  const [failures, setFailures] = useState(0);
  useEffect(() => {
    if (failures === 0) return;
    const timer = setTimeout(() => setAttempt(failures), RETRY_MS);
    return () => clearTimeout(timer);
  }, [failures]);
  return { attempt, retry: () => setFailures(attempt + 1), isGivenUp: attempt > MOST_ATTEMPTS };
}
