import { useState } from 'react';
import { messages } from '../../../messages/en.ts';
import { Frame } from '../frame/frame.tsx';
import type { KindProps } from '../kinds.ts';
import { Unplayable } from './unplayable.tsx';
import { useCaptions } from './use-captions.tsx';
import css from './media.module.css';

/** Audio, with the player of the browser. */
// oxlint-disable-next-line import/no-default-export -- React.lazy takes a default export
export default function AudioView({ document, content }: KindProps) {
  const [isPlayable, setPlayable] = useState(document.kind === 'audio');
  const captions = useCaptions(document);
  return (
    <Frame document={document}>
      {isPlayable ? (
        <audio
          className={css.audio}
          controls
          preload="metadata"
          src={content}
          aria-label={messages.preview.of(document.name)}
          onError={() => setPlayable(false)}
        >
          {captions}
        </audio>
      ) : (
        <Unplayable document={document} />
      )}
    </Frame>
  );
}
