import { messages } from '../../../messages/en.ts';
import { Frame } from '../frame/frame.tsx';
import type { KindProps } from '../kinds.ts';
import css from '../viewer.module.css';

/** Audio, with the player of the browser. */
// oxlint-disable-next-line import/no-default-export -- React.lazy takes a default export
export default function AudioView({ document, content }: KindProps) {
  const label = messages.preview.of(document.name);
  return (
    <Frame document={document}>
      <audio className={css.audio} controls preload="metadata" src={content} aria-label={label} />
    </Frame>
  );
}
