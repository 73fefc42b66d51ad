import { IconCopy, IconTextWrap } from '@tabler/icons-react';
import { type ReactNode, useEffect, useState } from 'react';
import type { Previewable } from '../../../api/documents.ts';
import { messages } from '../../../messages/en.ts';
import { viewMessages } from '../../../messages/en/viewer/file-views.ts';
import { formatSize } from '../../../ui/format.ts';
import { CutNote } from '../frame/cut-note.tsx';
import { Frame } from '../frame/frame.tsx';
import { Status } from '../frame/status.tsx';
import { ToolSpace } from '../frame/tool-space.tsx';
import { ToolButton } from '../frame/tool-button.tsx';
import type { KindProps } from '../kinds.ts';
import { SourceLines } from './source-lines.tsx';
import { useCopied } from './use-copied.ts';
import { useFoundText } from './use-found-text.ts';
import { type LoadedText, useText } from './use-text.ts';
import css from './source.module.css';

const t = viewMessages.text;

/** A text with line numbers. Markup in it is shown as text. */
// oxlint-disable-next-line import/no-default-export -- React.lazy takes a default export
export default function TextView({ document, content, hasAddress }: KindProps) {
  return <Source document={document} content={content} hasAddress={hasAddress} />;
}

type Props = {
  document: Previewable;
  content: string;
  /** The address of the page can name a text to find. */
  hasAddress?: boolean;
  /** More controls, before those of the source. */
  tools?: ReactNode;
  /** Why the source is shown. */
  note?: string;
  /** Shows something else than the source. */
  instead?: { label: string; show: () => void };
};

/** The source of a document. */
export function Source({ document, content, hasAddress = false, tools, note, instead }: Props) {
  const [isWrapped, setWrapped] = useState(true);
  const { copied, copy } = useCopied();
  const { data, error, shown, more } = useText(content);
  const { wanted, found } = useFoundText(data?.text, hasAddress);
  useMoreFor(wanted && data !== undefined && found === null ? more : null);
  if (data === undefined) return <Status error={error} />;
  const toolbar = (
    <>
      {tools ?? <ToolSpace />}
      <ToolButton label={t.wrap} Icon={IconTextWrap} isPressed={isWrapped} onClick={() => setWrapped(!isWrapped)} />
      <ToolButton label={copied ? t.copied : t.copy} Icon={IconCopy} onClick={() => copy(data.text)} />
    </>
  );
  return (
    <Frame document={document} toolbar={toolbar}>
      <div className={css.page}>
        {note === undefined ? null : (
          <CutNote text={note} more={instead === undefined ? null : { ...instead, isLoading: false }} />
        )}
        <SourceLines text={data.text} name={document.name} isWrapped={isWrapped} found={found} />
        {data.isCut ? <CutNote text={messages.preview.textCut(formatSize(shown))} more={more} /> : null}
      </div>
    </Frame>
  );
}

// Loads the rest of a long text, of which the beginning does not have what the address asks for.
function useMoreFor(more: LoadedText['more']): void {
  useEffect(() => {
    if (more !== null && !more.isLoading) more.show();
  });
}
