import { useRef } from 'react';
import { messages } from '../../../messages/en.ts';
import { Frame } from '../frame/frame.tsx';
import type { KindProps } from '../kinds.ts';
import { Unplayable } from './unplayable.tsx';
import { useCaptions } from './use-captions.tsx';
import { usePlayable } from './use-playable.ts';
import css from './media.module.css';

/** Video, with the player of the browser. */
// oxlint-disable-next-line import/no-default-export -- React.lazy takes a default export
export default function VideoView({ document, content }: KindProps) {
  const media = useRef<HTMLVideoElement>(null);
  const { isPlayable, giveUp } = usePlayable(media, document.kind === 'video');
  const captions = useCaptions(document);
  return (
    <Frame document={document}>
      {isPlayable ? (
        <video
          ref={media}
          className={css.video}
          controls
          playsInline
          preload="metadata"
          poster={document.pictureUrl ?? undefined}
          src={content}
          aria-label={messages.preview.of(document.name)}
          onError={giveUp}
        >
          {captions}
        </video>
      ) : (
        <Unplayable document={document} />
      )}
    </Frame>
  );
}
