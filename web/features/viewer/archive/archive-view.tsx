import { IconFile, IconFolder, IconLock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef } from 'react';
import type { ArchiveEntries, ArchiveEntry } from '../../../api/answers.ts';
import { callApi } from '../../../api/client.ts';
import { viewMessages } from '../../../messages/en/viewer/file-views.ts';
import { formatSize, formatTime } from '../../../ui/format.ts';
import { CutNote } from '../frame/cut-note.tsx';
import { Frame } from '../frame/frame.tsx';
import { Status } from '../frame/status.tsx';
import { ToolSpace } from '../frame/tool-space.tsx';
import type { KindProps } from '../kinds.ts';
import css from './archive.module.css';

const t = viewMessages.archive;

/** The style sheet has the same value. */
const ROW_HEIGHT = 36;

/** The entries of a ZIP file. Their content is not shown. */
// oxlint-disable-next-line import/no-default-export -- React.lazy takes a default export
export default function ArchiveView({ document, content }: KindProps) {
  const { data, error } = useQuery({
    queryKey: ['entries', content],
    queryFn: () => callApi<ArchiveEntries>('GET', `${document.baseUrl}/entries`),
  });
  if (data === undefined) return <Status error={error} />;
  const toolbar = (
    <>
      <span className={css.count}>{t.count(data.EntryCount)}</span>
      <ToolSpace />
    </>
  );
  return (
    <Frame document={document} toolbar={toolbar}>
      <div className={css.page}>
        {data.Entries.length === 0 ? (
          <p className={css.empty}>{t.empty}</p>
        ) : (
          <List entries={data.Entries} name={document.name} />
        )}
        {data.IsComplete ? null : <CutNote text={t.cut(data.Entries.length)} />}
      </div>
    </Frame>
  );
}

function List({ entries, name }: { entries: ArchiveEntry[]; name: string }) {
  const scroller = useRef<HTMLDivElement>(null);
  // oxlint-disable-next-line react/incompatible-library -- nothing of it is memoized here
  const virtual = useVirtualizer({
    count: entries.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 10,
    useFlushSync: false,
  });
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the area scrolls, so it must be focusable
    <div ref={scroller} className={css.scroller} tabIndex={0} role="region" aria-label={t.of(name)}>
      <ul className={css.list} style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, start }) => {
          const entry = entries[index];
          return entry === undefined ? null : <Entry key={index} entry={entry} top={start} />;
        })}
      </ul>
    </div>
  );
}

function Entry({
  entry: { Name, Size, DateModified, IsFolder, IsEncrypted },
  top,
}: {
  entry: ArchiveEntry;
  top: number;
}) {
  const Icon = IsFolder ? IconFolder : IsEncrypted ? IconLock : IconFile;
  return (
    <li className={css.entry} style={{ transform: `translateY(${top}px)` }}>
      <Icon size={18} aria-hidden />
      <span className={css.name} title={Name}>
        {Name}
      </span>
      <small>{IsFolder ? t.folder : formatSize(Size)}</small>
      {DateModified === null ? null : <small className={css.date}>{formatTime(DateModified)}</small>}
    </li>
  );
}
