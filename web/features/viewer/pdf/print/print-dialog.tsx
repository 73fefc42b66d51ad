import { Group, Text, TextInput } from '@mantine/core';
import type { PDFDocumentProxy } from 'pdfjs-dist';
import { useEffect, useRef, useState } from 'react';
import { viewerMessages } from '../../../../messages/en/viewer/viewer.ts';
import { FormDialog } from '../../../../ui/dialog/form-dialog.tsx';
import { NUMBER_HINTS } from '../../../../ui/input-hints.ts';
import { drawForPrint } from './print-pages.ts';
import { openPrintDialog } from './open-print-dialog.ts';

const t = viewerMessages.print;
/** Pages are images, which take memory until they are printed. */
const MOST_PAGES = 200;

/** Asks which pages to print, prepares them, and opens the browser's print dialog. */
export function PrintDialog({ pdf, page, onClose }: { pdf: PDFDocumentProxy; page: number; onClose: () => void }) {
  const { numPages } = pdf;
  const start = numPages <= MOST_PAGES ? 1 : page;
  const [from, setFrom] = useState(String(start));
  const [to, setTo] = useState(String(Math.min(numPages, start + MOST_PAGES - 1)));
  const pages = pagesBetween(Number(from), Number(to), numPages);
  const { done, hasFailed, print } = usePrinting(pdf, onClose);
  return (
    <FormDialog
      title={t.title}
      submit={t.start}
      isBusy={done !== null}
      canSubmit={pages.length > 0 && pages.length <= MOST_PAGES}
      onSubmit={() => print(pages)}
      onClose={onClose}
    >
      <Group grow>
        <PageNumber label={t.from} value={from} onChange={setFrom} isDisabled={done !== null} />
        <PageNumber label={t.to} value={to} onChange={setTo} isDisabled={done !== null} />
      </Group>
      <Text size="sm" c="dimmed" mt="xs" role="status">
        {done === null ? t.most(MOST_PAGES) : t.progress(Math.min(done + 1, pages.length), pages.length)}
      </Text>
      {hasFailed ? (
        <Text role="alert" c="red" size="sm" mt="xs">
          {t.failed}
        </Text>
      ) : null}
    </FormDialog>
  );
}

type NumberProps = { label: string; value: string; onChange: (value: string) => void; isDisabled: boolean };

function PageNumber({ label, value, onChange, isDisabled }: NumberProps) {
  return (
    <TextInput
      label={label}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      disabled={isDisabled}
      {...NUMBER_HINTS}
    />
  );
}

function pagesBetween(from: number, to: number, count: number): number[] {
  if (!Number.isInteger(from) || !Number.isInteger(to) || from < 1 || to > count) return [];
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => from + at);
}

function usePrinting(pdf: PDFDocumentProxy, onDone: () => void) {
  const [done, setDone] = useState<number | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const stopping = useRef<AbortController>(null);
  useEffect(() => () => stopping.current?.abort(), []);
  const print = (pages: number[]) => {
    const own = new AbortController();
    stopping.current = own;
    setFailed(false);
    setDone(0);
    drawForPrint(pdf, { pages, onProgress: setDone, signal: own.signal }).then(
      (urls) => [onDone(), openPrintDialog(urls)],
      () => own.signal.aborted || [setDone(null), setFailed(true)],
    );
  };
  return { done, hasFailed, print };
}
