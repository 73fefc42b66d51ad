import { IconAspectRatio, IconRotateClockwise, IconSquareNumber1, IconZoomIn, IconZoomOut } from '@tabler/icons-react';
import { VisuallyHidden } from '@mantine/core';
import { type ReactNode, lazy, useId, useRef, useState } from 'react';
import { type Previewable, ofVersion } from '../../../api/documents.ts';
import { messages } from '../../../messages/en.ts';
import { viewMessages } from '../../../messages/en/viewer/file-views.ts';
import { viewerMessages } from '../../../messages/en/viewer/viewer.ts';
import { CutNote } from '../frame/cut-note.tsx';
import { Frame } from '../frame/frame.tsx';
import { ToolSpace } from '../frame/tool-space.tsx';
import { ToolButton } from '../frame/tool-button.tsx';
import type { KindProps } from '../kinds.ts';
import { DrawHint } from '../marks/draw-layer.tsx';
import { DrawTool } from '../marks/draw-tool.tsx';
import { ImageMarks } from './image-marks.tsx';
import { renderedKindOf } from '../rendered-kinds.ts';
import { type ImageView as Shown, useView } from './use-view.ts';
import { type Size, turnOf } from './zoom.ts';
import css from './image.module.css';

const t = viewMessages.image;

/**
 * A browser needs four bytes of memory for each pixel, and its tab stands still while it decodes them. The server's pictures replace
 * larger images. An image that is loaded and not yet visible is not decoded.
 */
const MAX_PIXELS = 100_000_000;
const PagesView = lazy(() => import('../pages/pages-view.tsx'));

/** An image that can be zoomed, moved and rotated. The server's picture and a note replace an image that the browser cannot show. */
// oxlint-disable-next-line import/no-default-export -- React.lazy takes a default export
export default function ImageView(props: KindProps) {
  const { document, content } = props;
  const [isBroken, setBroken] = useState(false);
  const source = isBroken ? (document.pictureUrl ?? content) : ofVersion(document.contentUrl, document.changedAt);
  const [image, setImage] = useState({ width: 0, height: 0 });
  const isDrawn = renderedKindOf(document.name) === 'image';
  // The server reads some images that a browser does not, and otherwise says why there is none.
  if ((isBroken && isDrawn) || image.width * image.height > MAX_PIXELS) return <PagesView {...props} />;
  return (
    <OpenImage document={document} image={image} isBroken={isBroken}>
      <img
        src={source}
        alt={messages.preview.of(document.name)}
        draggable={false}
        onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
          setImage({ width: naturalWidth, height: naturalHeight })
        }
        onError={() => setBroken(true)}
      />
    </OpenImage>
  );
}

type OpenProps = { document: Previewable; image: Size; isBroken: boolean; children: ReactNode };

/** `image`: zero by zero until it is loaded. */
function OpenImage({ document, image, isBroken, children }: OpenProps) {
  const frame = useRef<HTMLDivElement>(null);
  const hint = useId();
  const shown = useView(frame, image);
  const { view, scale, isZoomed } = shown;
  const turn = turnOf(view);
  const isReady = image.width > 0;
  return (
    <Frame document={document} toolbar={<Tools shown={shown} />} aspect={aspectOf(image, view.turns)}>
      <DrawHint />
      <div
        ref={frame}
        className={css.stage}
        data-zoomed={isZoomed || undefined}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keys zoom and move the image
        tabIndex={0}
        role="group"
        aria-label={document.name}
        aria-describedby={hint}
      >
        <VisuallyHidden id={hint}>{t.hint}</VisuallyHidden>
        {isReady ? null : <Coming url={document.coarseUrl} />}
        <div
          className={css.image}
          data-ready={isReady || undefined}
          style={{
            transform: `translate(-50%, -50%) translate(${view.x}px, ${view.y}px) rotate(${view.turns * 90}deg) scale(${scale})`,
          }}
        >
          {children}
        </div>
        {isReady ? <ImageMarks frame={frame} shown={shown} /> : null}
      </div>
      <VisuallyHidden role="status">{turn === 0 ? '' : viewerMessages.turned(turn)}</VisuallyHidden>
      {isBroken ? <CutNote text={t.broken} /> : null}
    </Frame>
  );
}

// Before it is known, that of most photos.
function aspectOf({ width, height }: { width: number; height: number }, turns: number): number {
  if (width === 0 || height === 0) return 4 / 3;
  return turns % 2 === 0 ? width / height : height / width;
}

// Shown until the image is loaded.
function Coming({ url }: { url: string | null }) {
  return url === null ? null : <img className={css.coming} src={url} alt="" />;
}

function Tools({ shown: { scale, zoom, fit, showActual, rotate } }: { shown: Shown }) {
  return (
    <>
      <ToolSpace />
      <ToolButton label={t.zoomOut} Icon={IconZoomOut} onClick={() => zoom(-1)} />
      <output className={css.percent}>{t.zoom(Math.round(scale * 100))}</output>
      <ToolButton label={t.zoomIn} Icon={IconZoomIn} onClick={() => zoom(1)} />
      <ToolButton label={t.fit} Icon={IconAspectRatio} onClick={fit} />
      <span className={css.actual}>
        <ToolButton label={t.actual} Icon={IconSquareNumber1} onClick={showActual} />
      </span>
      <ToolButton label={t.rotate} Icon={IconRotateClockwise} onClick={rotate} />
      <DrawTool />
    </>
  );
}
