import { IconPaperclip } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { messages } from '../../../messages/en.ts';
import { viewMessages } from '../../../messages/en/viewer/file-views.ts';
import { formatSize, formatTime } from '../../../ui/format.ts';
import { askWorker } from '../frame/ask-worker.ts';
import { CutNote } from '../frame/cut-note.tsx';
import { Frame } from '../frame/frame.tsx';
import { Markup } from '../frame/markup.tsx';
import { Reading } from '../frame/reading.tsx';
import { MAX_MARKUP, isLaborious } from '../frame/safe-markup.ts';
import { Status } from '../frame/status.tsx';
import type { KindProps } from '../kinds.ts';
import { readPart } from '../text/read-part.ts';
import { SourceSwitch } from '../text/source-switch.tsx';
import { Source } from '../text/text-view.tsx';
import type { Mail } from './mail.worker.ts';
import css from './mail.module.css';

const t = viewMessages.mail;

/** Attachments beyond this are not needed to read an email. */
const READ_BYTES = 10 * 1024 ** 2;

/** An email: its headers, text and the names of its attachments. */
// oxlint-disable-next-line import/no-default-export -- React.lazy takes a default export
export default function MailView({ document, content }: KindProps) {
  const [isSource, setSource] = useState(false);
  const { data, error } = useQuery({
    queryKey: ['mail', content],
    queryFn: ({ signal }) => readMail(content, signal),
    staleTime: Infinity,
  });
  const tools = <SourceSwitch isSource={isSource} onChange={setSource} />;
  if (isSource) return <Source document={document} content={content} tools={tools} />;
  if (data === undefined) return <Status error={error} />;
  if (data.mail === null) return <Source document={document} content={content} note={t.failed} />;
  return (
    <Frame document={document} toolbar={tools}>
      <Reading label={messages.preview.of(document.name)}>
        <Headers mail={data.mail} />
        <Body mail={data.mail} />
        <Attachments mail={data.mail} />
        {data.isCut ? <CutNote text={t.cut(formatSize(READ_BYTES))} /> : null}
      </Reading>
    </Frame>
  );
}

async function readMail(url: string, signal: AbortSignal): Promise<{ mail: Mail | null; isCut: boolean }> {
  const { bytes, isCut } = await readPart(url, READ_BYTES, signal);
  const worker = new Worker(new URL('./mail.worker.ts', import.meta.url), { type: 'module' });
  return { mail: await askWorker<Mail | null>(worker, bytes.buffer, signal).catch(() => null), isCut };
}

function Headers({ mail }: { mail: Mail }) {
  const time = Date.parse(mail.date);
  const rows = [
    [t.from, mail.from],
    [t.to, mail.to],
    [t.cc, mail.cc],
    [t.date, Number.isNaN(time) ? mail.date : formatTime(new Date(time).toISOString())],
  ];
  return (
    <header className={css.head}>
      <h2>{mail.subject === '' ? t.noSubject : mail.subject}</h2>
      <dl>
        {rows.map(([label, value]) =>
          value === '' ? null : (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ),
        )}
      </dl>
    </header>
  );
}

function Body({ mail: { text, markup } }: { mail: Mail }) {
  if (text !== null) return <div className={css.text}>{text}</div>;
  if (markup === null || markup === '') return <p>{t.noText}</p>;
  return markup.length > MAX_MARKUP || isLaborious(markup) ? <p>{t.tooLong}</p> : <Markup markup={markup} />;
}

function Attachments({ mail: { attachments } }: { mail: Mail }) {
  if (attachments.length === 0) return null;
  return (
    <section className={css.attachments}>
      <h3>{t.attachments}</h3>
      <ul>
        {attachments.map(({ name, type, size }, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- the list never changes
          <li key={index}>
            <IconPaperclip size={18} aria-hidden />
            {name ?? t.unnamed}
            <small>
              {formatSize(size)} · {type}
            </small>
          </li>
        ))}
      </ul>
    </section>
  );
}
