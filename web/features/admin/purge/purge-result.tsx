import { Button, Title } from '@mantine/core';
import { numberFormat } from '../../../formatters.ts';
import type { PurgeOldDocumentsResult } from '../../../api/answers.ts';
import { adminPurgeMessages } from '../../../messages/en/admin/purge.ts';
import { saveCsv } from './save-csv.ts';
import purgeCss from './purge.module.css';
import shellCss from '../../shell/shell.module.css';

const t = adminPurgeMessages.result;

/** The result of a purge, which the server sends only once. */
export function PurgeResult({ result }: { result: PurgeOldDocumentsResult }) {
  const rows: [string, number][] = [
    [t.deleted, result.DocumentsDeleted],
    [t.failed, result.DocumentsThatFailedToDelete],
  ];
  return (
    <section role="status">
      <Title order={2} size="h4" className={shellCss.sectionTitle}>
        {t.title}
      </Title>
      <table className={`${purgeCss.purgeTable} ${purgeCss.isNarrow}`}>
        <tbody>
          {rows.map(([label, count]) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td>{numberFormat().format(count)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className={purgeCss.purgeSummary}>
        {result.DocumentsThatFailedToDelete > 0 ? `${t.failedText} ` : ''}
        {t.text}
      </p>
      <Button variant="default" onClick={() => saveCsv(adminPurgeMessages.files.result, rows)}>
        {t.download}
      </Button>
    </section>
  );
}
