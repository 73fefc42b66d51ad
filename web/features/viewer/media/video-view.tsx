import { useRef } from 'react';
import { messages } from '../../../messages/en.ts';
import { viewMessages } from '../../../messages/en/viewer/file-views.ts';
import { CutNote } from '../frame/cut-note.tsx';
import { Frame } from '../frame/frame.tsx';
import type { KindProps } from '../kinds.ts';
import { Unplayable } from './unplayable.tsx';
import { useCaptions } from './use-captions.tsx';
import { usePlayback } from './use-playback.ts';
import css from './media.module.css';

/** Video, with the player of the browser. */
// oxlint-disable-next-line import/no-default-export -- React.lazy takes a default export
export default function VideoView({ document, content }: KindProps) {
  const media = useRef<HTMLVideoElement>(null);
  const { source, giveUp, ...waiting } = usePlayback(media, { document, content, kind: 'video' });
  const captions = useCaptions(document);
  return (
    <Frame document={document}>
      {source === null ? (
        <Unplayable document={document} {...waiting} />
      ) : (
        <video
          ref={media}
          className={css.video}
          controls
          playsInline
          preload="metadata"
          poster={document.pictureUrl ?? undefined}
          src={source.url}
          autoPlay={source.isConverted}
          aria-label={messages.preview.of(document.name)}
          onError={giveUp}
        >
          {captions}
        </video>
      )}
      {source?.isCut === true ? <CutNote text={viewMessages.media.cut} /> : null}
    </Frame>
  );
}
