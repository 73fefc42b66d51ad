import { useState } from 'react';
import { messages } from '../../../messages/en.ts';
import { Frame } from '../frame/frame.tsx';
import { Picture } from '../frame/picture.tsx';
import type { KindProps } from '../kinds.ts';
import css from '../viewer.module.css';

/** An image. The server's thumbnail replaces formats that browsers cannot show, such as HEIC. */
// oxlint-disable-next-line import/no-default-export -- React.lazy takes a default export
export default function ImageView({ document, content }: KindProps) {
  const [isShown, setShown] = useState(true);
  return (
    <Frame document={document}>
      {isShown ? (
        <img
          className={css.picture}
          src={content}
          alt={messages.preview.of(document.name)}
          onError={() => setShown(false)}
        />
      ) : (
        <Picture document={document} note={null} />
      )}
    </Frame>
  );
}
