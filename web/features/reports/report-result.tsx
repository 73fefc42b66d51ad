import { Button, Skeleton } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type ReportForm, type ReportHead, getSummary, readHead, resultUrl } from '../../api/reports.ts';
import { reportTexts } from '../../texts/en/reports.ts';
import { printSize } from '../../ui/format.ts';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { whyGone } from './gone.ts';
import { PeriodsChart, TypesChart } from './periods-chart.tsx';
import { ReportTable } from './report-table.tsx';

const said = reportTexts.job;

type Props = { jobId: number; resultUri: string; /** What else can be done with it. */ children: ReactNode };

/** A finished report: of what it consists, its first rows, and all of it to download. */
export function ReportResult({ jobId, resultUri, children }: Props) {
  const summary = useQuery({ queryKey: ['report', jobId, 'summary'], queryFn: () => getSummary(resultUri) });
  const head = useQuery({ queryKey: ['report', jobId, 'head'], queryFn: () => readHead(resultUri) });
  const error = summary.error ?? head.error;
  if (error !== null) return <ProblemAlert error={error} known={whyGone} />;
  if (summary.data === undefined || head.data === undefined) return <Skeleton height={200} />;
  return (
    <>
      {summary.data.Rows === 0 ? <p role="status">{said.empty}</p> : null}
      <div className="charts">
        <PeriodsChart summary={summary.data} />
        {summary.data.Types.length > 0 ? <TypesChart summary={summary.data} /> : null}
      </div>
      <ReportTable head={head.data} total={summary.data.Rows} />
      <div className="browser-actions">
        <Download form="csv" resultUri={resultUri} sizes={head.data.sizes} />
        <Download form="json" resultUri={resultUri} sizes={head.data.sizes} />
        {children}
      </div>
      <p className="report-hint">{said.kept}</p>
    </>
  );
}

type DownloadProps = { form: ReportForm; resultUri: string; sizes: ReportHead['sizes'] };

function Download({ form, resultUri, sizes }: DownloadProps) {
  return (
    <Button
      component="a"
      href={resultUrl(resultUri, form)}
      download
      variant={form === 'csv' ? 'filled' : 'default'}
      leftSection={<IconDownload size={18} aria-hidden />}
    >
      {said.download[form](printSize(sizes[form]))}
    </Button>
  );
}
