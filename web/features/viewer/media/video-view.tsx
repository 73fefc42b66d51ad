import { messages } from '../../../messages/en.ts';
import { Frame } from '../frame/frame.tsx';
import type { KindProps } from '../kinds.ts';
import css from '../viewer.module.css';

/** Video, with the player of the browser. */
// oxlint-disable-next-line import/no-default-export -- React.lazy takes a default export
export default function VideoView({ document, content }: KindProps) {
  const label = messages.preview.of(document.name);
  return (
    <Frame document={document}>
      <video className={css.media} controls preload="metadata" src={content} aria-label={label} />
    </Frame>
  );
}
