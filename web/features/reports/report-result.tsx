import { Button, Skeleton } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type ReportFormat, type ReportPreview, getSummary, fetchReportPreview, resultUrl } from '../../api/reports.ts';
import { reportMessages } from '../../messages/en/reports.ts';
import { formatSize } from '../../ui/format.ts';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { describeGone } from './describe-gone.ts';
import { PeriodsChart, TypesChart } from './periods-chart.tsx';
import { ReportTable } from './report-table.tsx';
import reportsCss from './reports.module.css';
import libraryCss from '../library/library.module.css';

const t = reportMessages.job;

/** `children`: further actions. */
type Props = { jobId: number; resultUri: string; children: ReactNode };

/** A finished report: its chart, its first rows, and the downloads. */
export function ReportResult({ jobId, resultUri, children }: Props) {
  const summary = useQuery({ queryKey: ['report', jobId, 'summary'], queryFn: () => getSummary(resultUri) });
  const head = useQuery({ queryKey: ['report', jobId, 'head'], queryFn: () => fetchReportPreview(resultUri) });
  const error = summary.error ?? head.error;
  if (error !== null) return <ProblemAlert error={error} known={describeGone} />;
  if (summary.data === undefined || head.data === undefined) return <Skeleton height={200} />;
  return (
    <>
      {summary.data.Rows === 0 ? <p role="status">{t.empty}</p> : null}
      <div className={reportsCss.charts}>
        <PeriodsChart summary={summary.data} />
        {summary.data.Types.length > 0 ? <TypesChart summary={summary.data} /> : null}
      </div>
      <ReportTable head={head.data} total={summary.data.Rows} />
      <div className={libraryCss.browserActions}>
        <Download form="csv" resultUri={resultUri} sizes={head.data.sizes} />
        <Download form="json" resultUri={resultUri} sizes={head.data.sizes} />
        {children}
      </div>
      <p className={reportsCss.reportHint}>{t.kept}</p>
    </>
  );
}

type DownloadProps = { form: ReportFormat; resultUri: string; sizes: ReportPreview['sizes'] };

function Download({ form, resultUri, sizes }: DownloadProps) {
  return (
    <Button
      component="a"
      href={resultUrl(resultUri, form)}
      download
      variant={form === 'csv' ? 'filled' : 'default'}
      leftSection={<IconDownload size={18} aria-hidden />}
    >
      {t.download[form](formatSize(sizes[form]))}
    </Button>
  );
}
