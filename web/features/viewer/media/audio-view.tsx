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

/** Audio, with the player of the browser. */
// oxlint-disable-next-line import/no-default-export -- React.lazy takes a default export
export default function AudioView({ document, content }: KindProps) {
  const media = useRef<HTMLAudioElement>(null);
  const { source, giveUp, ...waiting } = usePlayback(media, { document, content, kind: 'audio' });
  const captions = useCaptions(document);
  return (
    <Frame document={document}>
      {source === null ? (
        <Unplayable document={document} {...waiting} />
      ) : (
        <audio
          ref={media}
          className={css.audio}
          controls
          preload="metadata"
          src={source.url}
          autoPlay={source.isConverted}
          aria-label={messages.preview.of(document.name)}
          onError={giveUp}
        >
          {captions}
        </audio>
      )}
      {source?.isCut === true ? <CutNote text={viewMessages.media.cut} /> : null}
    </Frame>
  );
}
