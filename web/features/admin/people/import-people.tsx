import { Button, FileButton, Stack, Textarea } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type Dispatch, type SetStateAction, useState } from 'react';
import { checkImport, importPeople } from '../../../api/admin/people.ts';
import type { UserImportResult } from '../../../api/answers.ts';
import type { ApiError } from '../../../api/client.ts';
import { adminPeopleMessages } from '../../../messages/en/admin/people.ts';
import { appMessages } from '../../../messages/en/app.ts';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { ProblemAlert } from '../../../ui/problem-alert.tsx';
import { saveCsv } from '../purge/save-csv.ts';
import { showNotice } from '../../shell/notice-list.ts';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { ImportSummary, importColumns } from './import-lines.tsx';
import { readCsvFile } from './read-csv-file.ts';
import { PEOPLE_KEYS } from './use-bulk.ts';

const t = adminPeopleMessages.import;

/** The longest file that the server takes, in bytes, with room for other encodings. */
const MAX_BYTES = 1024 * 1024;

type Lines = UserImportResult['Lines'];

/** Adds people from a CSV file: the file, then a check of every line, then the import. */
export function ImportPeople({ onClose }: { onClose: () => void }) {
  const [csv, setCsv] = useState('');
  const [lines, setLines] = useState<Lines | null>(null);
  const check = useMutation({ mutationFn: checkImport, onSuccess: ({ Lines }) => setLines(Lines) });
  const adding = useImport(setLines, onClose);
  const back = () => {
    setLines(null);
    adding.reset();
  };
  const isDone = adding.data !== undefined;
  const foot =
    lines === null ? (
      <Checking
        canCheck={csv.trim() !== ''}
        isBusy={check.isPending}
        onClose={onClose}
        onCheck={() => check.mutate(csv)}
      />
    ) : (
      <Decision
        lines={lines}
        isBusy={adding.isPending}
        isDone={isDone}
        onBack={isDone ? onClose : back}
        onAdd={() => adding.mutate(csv)}
      />
    );
  return (
    <Dialog title={t.title} onClose={onClose} foot={foot} isWide>
      <Stack gap="md">
        {lines === null ? (
          <Source csv={csv} onChange={setCsv} onEdit={check.reset} />
        ) : (
          <Preview lines={lines} isDone={isDone} />
        )}
        <ProblemAlert error={lines === null ? check.error : adding.error} known={reasonOf} />
      </Stack>
    </Dialog>
  );
}

function useImport(setLines: Dispatch<SetStateAction<Lines | null>>, onClose: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: importPeople,
    onSuccess: ({ Lines }) => {
      for (const key of PEOPLE_KEYS) void queries.invalidateQueries({ queryKey: [key] });
      showNotice({ kind: 'done', text: t.done(Lines.filter(({ Outcome }) => Outcome === 'Added').length) });
      // Skipped lines stay on the screen, so that they can be corrected in the file.
      if (Lines.some(({ Outcome }) => Outcome === 'Invalid')) setLines(Lines);
      else onClose();
    },
  });
}

type CheckingProps = { canCheck: boolean; isBusy: boolean; onClose: () => void; onCheck: () => void };

function Checking({ canCheck, isBusy, onClose, onCheck }: CheckingProps) {
  return (
    <>
      <Button variant="default" onClick={onClose}>
        {appMessages.dialog.cancel}
      </Button>
      <Button disabled={!canCheck} loading={isBusy} onClick={onCheck}>
        {t.check}
      </Button>
    </>
  );
}

type SourceProps = { csv: string; onChange: (csv: string) => void; onEdit: () => void };

function Source({ csv, onChange, onEdit }: SourceProps) {
  const [isTooLarge, setTooLarge] = useState(false);
  const change = (text: string) => {
    onEdit();
    onChange(text);
  };
  const read = async (file: File | null) => {
    if (file === null) return;
    setTooLarge(file.size > MAX_BYTES);
    if (file.size <= MAX_BYTES) change(await readCsvFile(file));
  };
  return (
    <>
      <p>{t.text}</p>
      <Files onRead={(file) => void read(file)} />
      {isTooLarge ? <p role="alert">{t.tooLarge}</p> : null}
      <Textarea
        label={t.paste}
        rows={8}
        spellCheck={false}
        autoComplete="off"
        value={csv}
        onChange={({ currentTarget }) => change(currentTarget.value)}
      />
    </>
  );
}

function Files({ onRead }: { onRead: (file: File | null) => void }) {
  return (
    <div>
      <FileButton accept=".csv,.txt,text/csv,text/plain" onChange={onRead}>
        {(props) => (
          <Button variant="default" {...props}>
            {t.choose}
          </Button>
        )}
      </FileButton>{' '}
      <Button
        variant="subtle"
        onClick={() =>
          saveCsv(
            t.fileName,
            t.sampleRows.map((row) => [...row]),
          )
        }
      >
        {t.sample}
      </Button>
    </div>
  );
}

function Preview({ lines, isDone }: { lines: Lines; isDone: boolean }) {
  return (
    <>
      <ImportSummary lines={lines} />
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the dialog scrolls, also by keyboard */}
      <div role="region" aria-label={t.preview} tabIndex={0}>
        <DataTable label={t.preview} items={lines} idOf={({ Line }) => Line} columns={importColumns(isDone)} />
      </div>
    </>
  );
}

type DecisionProps = { lines: Lines; isBusy: boolean; isDone: boolean; onBack: () => void; onAdd: () => void };

function Decision({ lines, isBusy, isDone, onBack, onAdd }: DecisionProps) {
  const added = lines.filter(({ Outcome }) => Outcome === 'Added').length;
  const hasErrors = lines.some(({ Outcome }) => Outcome === 'Invalid');
  return (
    <>
      <Button variant="default" onClick={onBack}>
        {isDone ? adminPeopleMessages.bulk.close : t.back}
      </Button>
      {isDone ? null : (
        <Button disabled={added === 0} loading={isBusy} onClick={onAdd}>
          {(hasErrors ? t.addValid : t.add)(added)}
        </Button>
      )}
    </>
  );
}

// About the file, in the words of the server.
function reasonOf({ status, more }: ApiError): string | null {
  const [first] = (more['errors'] ?? []) as { detail: string }[];
  return status === 400 && first !== undefined ? first.detail : null;
}
