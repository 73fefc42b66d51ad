import { Button, Skeleton } from '@mantine/core';
import { IconTrashX } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { listAllOldDocuments, listOldDocuments } from '../../../api/admin-purge.ts';
import type { OldDocument } from '../../../api/answers.ts';
import { adminPurgeTexts } from '../../../texts/en/admin-purge.ts';
import { appTexts } from '../../../texts/en/app.ts';
import { saveCsv } from '../../../ui/save-csv.ts';
import { Empty } from '../../../ui/empty.tsx';
import { printDate, printSize } from '../../../ui/format.ts';
import { ProblemAlert } from '../../../ui/problem-alert.tsx';
import { Confirm } from '../../sharing/confirm.tsx';
import { usePagedList } from '../../shell/list-page.tsx';

const said = adminPurgeTexts;

type Props = { days: number; count: number; size: number; onPurge: () => void };

/** What a purge would take: how much, which documents, and the way on. */
export function WouldGo({ days, count, size, onPurge }: Props) {
  const [isAsked, ask] = useState(false);
  const save = useMutation({
    mutationFn: async () => saveCsv(said.files.list, rowsOf(await listAllOldDocuments(days))),
  });
  if (count === 0) return <Empty Icon={IconTrashX} text={said.nothing} />;
  return (
    <>
      <p role="status" className="purge-summary">
        {said.summary(count, printSize(size))}
      </p>
      <div className="purge-ways">
        <Button variant="default" loading={save.isPending} onClick={() => save.mutate()}>
          {said.download}
        </Button>
        <Button color="red.9" onClick={() => ask(true)}>
          {said.purge}
        </Button>
      </div>
      <ProblemAlert error={save.error} />
      <OldDocuments days={days} />
      {isAsked ? (
        <Confirm title={said.confirm(count)} action={said.purge} onClose={() => ask(false)} onConfirm={onPurge}>
          {said.confirmText(days)}
        </Confirm>
      ) : null}
    </>
  );
}

function OldDocuments({ days }: { days: number }) {
  const list = usePagedList(['old-documents', String(days)], (after) => listOldDocuments(days, after));
  const { items, error, more, isFetchingMore } = list;
  if (items === undefined) return error === null ? <Skeleton height={200} mt="lg" /> : <ProblemAlert error={error} />;
  return (
    <>
      <table className="purge-table">
        <caption>{said.list}</caption>
        <thead>
          <tr>
            {Object.values(said.columns).map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {items.map((document) => (
            <Row key={document.DocumentId} document={document} />
          ))}
        </tbody>
      </table>
      {more === null ? null : (
        <Button variant="default" mt="md" loading={isFetchingMore} onClick={more}>
          {appTexts.list.more}
        </Button>
      )}
    </>
  );
}

function Row({ document: { DocumentName, Location, Size, DateStored, IsInTrash } }: { document: OldDocument }) {
  return (
    <tr>
      <td>{DocumentName}</td>
      <td>
        {Location.join(' › ')}
        {IsInTrash ? ` (${said.inTrash})` : ''}
      </td>
      <td>{printSize(Size)}</td>
      <td>{printDate(DateStored)}</td>
    </tr>
  );
}

function rowsOf(documents: OldDocument[]): (string | number)[][] {
  const { name, place, size, stored } = said.columns;
  const rows = documents.map(({ DocumentName, Location, Size, DateStored }) => {
    return [DocumentName, Location.join(' › '), Size, DateStored];
  });
  return [[name, place, size, stored], ...rows];
}
