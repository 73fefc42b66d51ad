import { useRef } from 'react';
import { messages } from '../../../messages/en.ts';
import { Frame } from '../frame/frame.tsx';
import type { KindProps } from '../kinds.ts';
import { Unplayable } from './unplayable.tsx';
import { useCaptions } from './use-captions.tsx';
import { usePlayable } from './use-playable.ts';
import css from './media.module.css';

/** Audio, with the player of the browser. */
// oxlint-disable-next-line import/no-default-export -- React.lazy takes a default export
export default function AudioView({ document, content }: KindProps) {
  const media = useRef<HTMLAudioElement>(null);
  const { isPlayable, giveUp } = usePlayable(media, document.kind === 'audio');
  const captions = useCaptions(document);
  return (
    <Frame document={document}>
      {isPlayable ? (
        <audio
          ref={media}
          className={css.audio}
          controls
          preload="metadata"
          src={content}
          aria-label={messages.preview.of(document.name)}
          onError={giveUp}
        >
          {captions}
        </audio>
      ) : (
        <Unplayable document={document} />
      )}
    </Frame>
  );
}
