import type { PDFPageProxy, PageViewport } from 'pdfjs-dist';
import { useEffect, useState } from 'react';
import { viewerMessages as t } from '../../../messages/en/viewer/viewer.ts';
import type { Turn } from '../paged/page-layout.ts';
import { type Pager, goTo } from '../paged/pager.ts';
import { type Destination, findPlace, safeUrl } from './destinations.ts';
import { type LinkBox, linkStyles } from './link-boxes.ts';
import { usePdfContext } from './pdf-context.ts';
import css from './pdf.module.css';

/** A page with more is hostile. */
const MOST_LINKS = 500;
/** Characters of the name of a link. */
const MOST_TEXT = 100;

/** Named actions and the pages that they lead to (ISO 32000-1, 12.6.4.11). */
const NAMED: Record<string, (pager: Pager, page: number) => number> = {
  NextPage: (_, page) => page + 1,
  PrevPage: (_, page) => page - 1,
  FirstPage: () => 1,
  LastPage: (pager) => pager.source.count,
};

/** `text`: what the page shows at its place. */
type PdfLink = {
  id: string;
  rect: number[];
  url: string | null;
  dest: Destination;
  action: string | null;
  text: string;
};

/** The links of a page: to other pages of the document, and to other sites in a new tab. */
export function PdfLinks({ page, turn }: { page: PDFPageProxy; turn: Turn }) {
  const { pdf, pager } = usePdfContext();
  const links = useLinks(page);
  const viewport = page.getViewport({ scale: 1, rotation: (page.rotate + turn) % 360 });
  const follow = async ({ dest, action }: PdfLink) => {
    // The link leaves the screen with its page.
    pager.scroller?.focus({ preventScroll: true });
    const target = NAMED[action ?? '']?.(pager, page.pageNumber);
    if (target !== undefined) return goTo(pager, target);
    const place = await findPlace(pdf, dest, turn);
    if (place !== null) goTo(pager, place.page, place.down);
  };
  const styles = linkStyles(links.map(({ rect }) => boxOf(rect, viewport)));
  return links.map((link, at) => {
    const { id, url, text } = link;
    const style = styles[at];
    return url !== null ? (
      <a
        key={id}
        className={css.link}
        style={style}
        href={url}
        target="_blank"
        rel="noopener noreferrer nofollow"
        title={url}
        aria-label={t.linkTo(url)}
      />
    ) : (
      <button
        key={id}
        type="button"
        className={css.link}
        style={style}
        aria-label={t.linkInside(text)}
        onClick={() => void follow(link)}
      />
    );
  });
}

function boxOf(rect: number[], viewport: PageViewport): LinkBox {
  const [left = 0, bottom = 0, right = 0, top = 0] = rect;
  const [x1 = 0, y1 = 0] = viewport.convertToViewportPoint(left, bottom);
  const [x2 = 0, y2 = 0] = viewport.convertToViewportPoint(right, top);
  const part = (length: number, whole: number) => (length / whole) * 100;
  return {
    left: part(Math.min(x1, x2), viewport.width),
    top: part(Math.min(y1, y2), viewport.height),
    width: part(Math.abs(x2 - x1), viewport.width),
    height: part(Math.abs(y2 - y1), viewport.height),
  };
}

function useLinks(page: PDFPageProxy): PdfLink[] {
  const [links, setLinks] = useState<PdfLink[]>([]);
  useEffect(() => {
    let isWanted = true;
    page.getAnnotations({ intent: 'display' }).then(
      (annotations) => isWanted && setLinks(annotations.flatMap(linkOf).slice(0, MOST_LINKS)),
      // A page whose links cannot be read is shown without them.
      () => {},
    );
    return () => {
      isWanted = false;
    };
  }, [page]);
  return links;
}

type Annotation = {
  subtype?: string;
  id?: string;
  rect?: number[];
  url?: string;
  dest?: Destination;
  action?: string;
  overlaidText?: string;
};

function linkOf({ subtype, id, rect, url, dest = null, action, overlaidText = '' }: Annotation): PdfLink[] {
  if (subtype !== 'Link' || id === undefined || rect?.length !== 4) return [];
  const safe = safeUrl(url);
  const named = action !== undefined && Object.hasOwn(NAMED, action) ? action : null;
  if (safe === null && dest === null && named === null) return [];
  return [
    { id, rect, url: safe, dest, action: named, text: overlaidText.replaceAll(/\s+/g, ' ').trim().slice(0, MOST_TEXT) },
  ];
}
