import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { readProblem } from '../../../api/client.ts';
import { messages } from '../../../messages/en.ts';
import { formatSize } from '../../../ui/format.ts';
import { Frame } from '../frame/frame.tsx';
import type { KindProps } from '../kinds.ts';
import css from '../viewer.module.css';

const SHOWN_BYTES = 500_000;

/** The beginning of a text document. Markup in it is shown as text. */
// oxlint-disable-next-line import/no-default-export -- React.lazy takes a default export
export default function TextView({ document, content }: KindProps) {
  const { data, error } = useQuery({ queryKey: ['text', content], queryFn: () => readBeginning(content) });
  if (error !== null) return <Text role="alert">{messages.preview.failed}</Text>;
  if (data === undefined) return <Text role="status">{messages.preview.loading}</Text>;
  return (
    <Frame document={document}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the area scrolls, so it must be focusable */}
      <pre className={css.text} tabIndex={0} aria-label={messages.preview.of(document.name)} role="region">
        {data.text}
      </pre>
      {data.isCut ? (
        <Text size="sm" c="dimmed">
          {messages.preview.textCut(formatSize(SHOWN_BYTES))}
        </Text>
      ) : null}
    </Frame>
  );
}

async function readBeginning(url: string): Promise<{ text: string; isCut: boolean }> {
  // Bypasses the browser cache, which may return the range of an older version.
  const response = await fetch(url, { headers: { range: `bytes=0-${SHOWN_BYTES - 1}` }, cache: 'no-store' });
  // An empty document has no byte range.
  if (response.status === 416) return { text: '', isCut: false };
  if (!response.ok) throw await readProblem(response);
  const bytes = new Uint8Array(await response.arrayBuffer());
  const total = Number(response.headers.get('content-range')?.split('/')[1] ?? bytes.length);
  return { text: decode(bytes), isCut: total > bytes.length };
}

// UTF-8, or Windows-1252 if it is not valid UTF-8.
function decode(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    // A character that is cut at the end does not make the text invalid.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
