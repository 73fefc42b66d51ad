import { useQueryClient } from '@tanstack/react-query';
import { type SyntheticEvent, useEffect, useState } from 'react';
import { viewerMessages as t } from '../../../messages/en/viewer/viewer.ts';
import { useDebounced } from '../../../ui/use-debounced.ts';
import type { PageProps } from '../paged/page-source.ts';
import { WaitingPage } from '../paged/waiting-page.tsx';
import css from './pages.module.css';

/** The widths that the server draws (docs/api/renditions.md#pages). */
const WIDTHS = [320, 800, 1200, 1600, 2400];
const MAX_SHARPNESS = 2;
/** During a zoom, the picture is stretched. */
const ZOOM_MS = 200;
/** The server answers 202 while it draws a page, which is no picture. */
const RETRY_MS = 2000;
const MOST_ATTEMPTS = 60;
/** Answers after which another attempt can succeed. */
const TEMPORARY = new Set([408, 429, 502, 503, 504]);

type Props = PageProps & { urlOf: (page: number, width: number) => string; count: number; usualWidth: number };

/** The picture of a page. */
export function PageImage({ page, width, height, turn, onSize, urlOf, count, usualWidth }: Props) {
  const isLying = turn % 180 !== 0;
  const [across, down] = isLying ? [height, width] : [width, height];
  const wanted = useDebounced(widthFor(across), ZOOM_MS);
  const url = urlOf(page, wanted);
  const { attempt, retry, isGivenUp } = useAttempts(url);
  const [isLoaded, setLoaded] = useState(false);
  const onLoad = ({ currentTarget: { naturalWidth, naturalHeight } }: SyntheticEvent<HTMLImageElement>) => {
    setLoaded(true);
    onSize({ width: usualWidth, height: Math.round((usualWidth * naturalHeight) / naturalWidth) });
  };
  if (isGivenUp) return <p className={css.failed}>{t.pageFailed}</p>;
  return (
    <>
      {isLoaded ? null : <WaitingPage />}
      <img
        key={attempt}
        className={css.image}
        src={url}
        alt={t.page(page, count)}
        draggable={false}
        style={{ width: across, height: down, rotate: `${turn}deg` }}
        onLoad={onLoad}
        onError={() => void retry()}
      />
    </>
  );
}

const widthFor = (across: number): number => {
  const pixels = across * Math.min(MAX_SHARPNESS, window.devicePixelRatio);
  return WIDTHS.find((width) => width >= pixels * 0.9) ?? 2400;
};

function useAttempts(url: string) {
  const queries = useQueryClient();
  const [attempt, setAttempt] = useState(0);
  const [failures, setFailures] = useState(0);
  const [refused, setRefused] = useState<string | null>(null);
  useEffect(() => {
    if (failures === 0) return;
    const timer = setTimeout(() => setAttempt(failures), RETRY_MS);
    return () => clearTimeout(timer);
  }, [failures]);
  const retry = async () => {
    if (!(await isRefused(url))) return setFailures(attempt + 1);
    setRefused(url);
    // The document may be gone, or the link revoked: the page then says so.
    await queries.invalidateQueries();
  };
  return { attempt, retry, isGivenUp: refused === url || attempt > MOST_ATTEMPTS };
}

// An image does not say why it failed. A page of a document that is gone or no longer allowed is not requested again.
async function isRefused(url: string): Promise<boolean> {
  const response = await fetch(url, { method: 'HEAD', cache: 'no-store' }).catch(() => null);
  return response !== null && response.status >= 400 && !TEMPORARY.has(response.status);
}
