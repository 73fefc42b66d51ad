import { type ReactNode, useEffect, useState } from 'react';
import { filesOfDrop } from './picked-files.ts';
import type { PickedFile } from './upload.ts';
import css from './uploads.module.css';

/** Accepts files and folders that are dropped anywhere on the page. `label` describes the target. */
export function PageDrop({ label, onPick }: { label: string; onPick: (picked: PickedFile[]) => void }) {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const stopping = new AbortController();
    const listen = (name: 'dragover' | 'dragleave' | 'drop', work: (event: DragEvent) => void) =>
      window.addEventListener(name, work, { signal: stopping.signal });
    listen('dragover', (event) => {
      if (hasFiles(event)) setOver(true);
    });
    listen('dragleave', ({ relatedTarget }) => {
      if (relatedTarget === null) setOver(false);
    });
    listen('drop', (event) => {
      setOver(false);
      if (hasFiles(event) && event.dataTransfer !== null) void filesOfDrop(event.dataTransfer).then(onPick);
    });
    return () => stopping.abort();
  }, [onPick]);
  return isOver ? <div className={css.pageDrop}>{label}</div> : null;
}

/** A part of the page that accepts drops. */
export function DropPlace(props: {
  className: string | undefined;
  onPick: (picked: PickedFile[]) => void;
  children: ReactNode;
}) {
  const { className, onPick, children } = props;
  const [isOver, setOver] = useState(false);
  return (
    <div
      className={`${className} ${isOver ? css.isOver : ''}`}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        void filesOfDrop(event.dataTransfer).then(onPick);
      }}
    >
      {children}
    </div>
  );
}

function hasFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.includes('Files') === true;
}
