import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { messages } from '../../../messages/en.ts';
import { viewMessages as t } from '../../../messages/en/viewer/file-views.ts';
import { formatSize } from '../../../ui/format.ts';
import { askWorker } from '../frame/ask-worker.ts';
import { CutNote } from '../frame/cut-note.tsx';
import { Frame } from '../frame/frame.tsx';
import { Markup } from '../frame/markup.tsx';
import { Reading } from '../frame/reading.tsx';
import { MAX_MARKUP, isLaborious } from '../frame/safe-markup.ts';
import { Status } from '../frame/status.tsx';
import type { KindProps } from '../kinds.ts';
import { readText } from '../text/read-part.ts';
import { SourceSwitch } from '../text/source-switch.tsx';
import { Source } from '../text/text-view.tsx';

/** The part that is formatted. Longer documents can be read as source. */
const SHOWN_BYTES = 512_000;

/** A Markdown document, formatted or as source. */
// oxlint-disable-next-line import/no-default-export -- React.lazy takes a default export
export default function MarkdownView({ document, content }: KindProps) {
  const [isSource, setSource] = useState(false);
  const [isWanted, setWanted] = useState(false);
  const { data, error } = useQuery({
    queryKey: ['markdown', content],
    queryFn: ({ signal }) => readMarkdown(content, signal),
    staleTime: Infinity,
  });
  const tools = <SourceSwitch isSource={isSource} onChange={setSource} />;
  if (isSource) return <Source document={document} content={content} tools={tools} />;
  if (data === undefined) return <Status error={error} />;
  if (data.markup === null) return <Source document={document} content={content} note={t.text.notShown} />;
  if (data.isLaborious && !isWanted) {
    const instead = { label: t.text.formatAnyway, show: () => setWanted(true) };
    return <Source document={document} content={content} note={t.text.laborious} instead={instead} />;
  }
  return (
    <Frame document={document} toolbar={tools}>
      <Reading label={messages.preview.of(document.name)}>
        {data.markup.trim() === '' ? <p>{t.text.empty}</p> : <Markup markup={data.markup} />}
        {data.isCut ? <CutNote text={messages.preview.textCut(formatSize(SHOWN_BYTES))} /> : null}
      </Reading>
    </Frame>
  );
}

type Formatted = { markup: string | null; isLaborious: boolean; isCut: boolean };

async function readMarkdown(url: string, signal: AbortSignal): Promise<Formatted> {
  const { text, isCut } = await readText(url, SHOWN_BYTES, signal);
  const worker = new Worker(new URL('./markdown.worker.ts', import.meta.url), { type: 'module' });
  const markup = await askWorker<string>(worker, text, signal).catch(() => null);
  if (markup === null || markup.length > MAX_MARKUP) return { markup: null, isLaborious: false, isCut };
  return { markup, isLaborious: isLaborious(markup), isCut };
}
