import { Button, Skeleton } from '@mantine/core';
import { IconTrashX } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { listAllOldDocuments, listOldDocuments } from '../../../api/admin/purge.ts';
import type { OldDocument } from '../../../api/answers.ts';
import { adminPurgeMessages } from '../../../messages/en/admin/purge.ts';
import { saveCsv } from './save-csv.ts';
import { Empty } from '../../../ui/empty.tsx';
import { formatDate, formatSize } from '../../../ui/format.ts';
import { MoreButton } from '../../../ui/more-button.tsx';
import { ProblemAlert } from '../../../ui/problem-alert.tsx';
import { Confirm } from '../../sharing/confirm.tsx';
import { usePagedList } from '../../shell/list-page.tsx';
import css from './purge.module.css';

const t = adminPurgeMessages;

type Props = { days: number; count: number; size: number; onPurge: () => void };

/** The documents that a purge would delete, with their number and size. */
export function PurgePreview({ days, count, size, onPurge }: Props) {
  const [isAsked, ask] = useState(false);
  const save = useMutation({
    mutationFn: async () => saveCsv(t.files.list, rowsOf(await listAllOldDocuments(days))),
  });
  if (count === 0) return <Empty Icon={IconTrashX} text={t.nothing} />;
  return (
    <>
      <p role="status" className={css.purgeSummary}>
        {t.summary(count, formatSize(size))}
      </p>
      <div className={css.purgeWays}>
        <Button variant="default" loading={save.isPending} onClick={() => save.mutate()}>
          {t.download}
        </Button>
        <Button color="red.9" onClick={() => ask(true)}>
          {t.purge}
        </Button>
      </div>
      <ProblemAlert error={save.error} />
      <OldDocuments days={days} />
      {isAsked ? (
        <Confirm title={t.confirm(count)} action={t.purge} onClose={() => ask(false)} onConfirm={onPurge}>
          {t.confirmText(days)}
        </Confirm>
      ) : null}
    </>
  );
}

function OldDocuments({ days }: { days: number }) {
  const list = usePagedList(['old-documents', String(days)], (after) => listOldDocuments(days, after));
  const { items, error, next } = list;
  if (items === undefined) return error === null ? <Skeleton height={200} mt="lg" /> : <ProblemAlert error={error} />;
  return (
    <>
      <table className={css.purgeTable}>
        <caption>{t.list}</caption>
        <thead>
          <tr>
            {Object.values(t.columns).map((column) => (
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
      <MoreButton next={next} mt="md" />
    </>
  );
}

function Row({ document: { DocumentName, Location, Size, DateStored, IsInTrash } }: { document: OldDocument }) {
  return (
    <tr>
      <td>{DocumentName}</td>
      <td>
        {Location.join(' › ')}
        {IsInTrash ? ` (${t.inTrash})` : ''}
      </td>
      <td>{formatSize(Size)}</td>
      <td>{formatDate(DateStored)}</td>
    </tr>
  );
}

function rowsOf(documents: OldDocument[]): (string | number)[][] {
  const { name, place, size, stored, trash } = t.columns;
  const rows = documents.map(({ DocumentName, Location, Size, DateStored, IsInTrash }) => {
    return [DocumentName, Location.join(' › '), Size, DateStored, IsInTrash ? t.inTrash : ''];
  });
  return [[name, place, size, stored, trash], ...rows];
}
