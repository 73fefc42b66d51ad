import { Alert, Button, TextInput } from '@mantine/core';
import { type SubmitEvent, useState } from 'react';
import { startPurge } from '../../../api/admin/purge.ts';
import type { PurgeOldDocumentsResult } from '../../../api/answers.ts';
import { adminPurgeMessages } from '../../../messages/en/admin/purge.ts';
import { ProblemAlert } from '../../../ui/problem-alert.tsx';
import { describeFailure } from '../../library/actions/run-all.ts';
import { showNotice } from '../../shell/notice-list.ts';
import { ShellPage } from '../../shell/shell-page.tsx';
import { useMe } from '../../shell/use-me.ts';
import { JobProgress } from '../background/job-progress.tsx';
import { useBackgroundJob } from '../background/use-background-job.ts';
import { PurgeResult } from './purge-result.tsx';
import { PurgePreview } from './purge-preview.tsx';
import { NUMBER_HINTS } from '../../../ui/input-hints.ts';
import pageCss from '../../../ui/page.module.css';
import purgeCss from './purge.module.css';
import shellCss from '../../shell/shell.module.css';

const t = adminPurgeMessages;

/** Permanently deletes old documents, after a preview. */
export function AdminPurgePage() {
  const { EnablePurging } = useMe();
  return (
    <ShellPage title={t.title} text={t.text}>
      {EnablePurging ? (
        <Purge />
      ) : (
        <Alert className={shellCss.sectionTitle} variant="outline" color="gray">
          {t.off}
        </Alert>
      )}
    </ShellPage>
  );
}

type Asked = { days: number; isDryRun: boolean };

function Purge() {
  const [days, setDays] = useState('365');
  // Null if the job was started before this page was opened.
  const [asked, ask] = useState<Asked | null>(null);
  const { begin, running, cancel, result, error } = useBackgroundJob<PurgeOldDocumentsResult>('purge-old-documents');
  const start = (next: Asked) => {
    ask(next);
    void begin(() => startPurge(next.days, next.isDryRun)).catch((failed: Error) =>
      showNotice({ kind: 'failed', text: describeFailure(failed) }),
    );
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    start({ days: Number(days), isDryRun: true });
  };
  const label = asked === null ? t.running.unknown : t.running[asked.isDryRun ? 'count' : 'purge'];
  const ended = running === null ? result : undefined;
  return (
    <>
      <form className={`${pageCss.card} ${purgeCss.purgeForm}`} onSubmit={submit}>
        <DaysField days={days} onChange={setDays} />
        <Button type="submit" variant="default" disabled={running !== null}>
          {t.preview}
        </Button>
      </form>
      {running === null ? null : <JobProgress label={label} done={running.done} onCancel={() => void cancel()} />}
      <ProblemAlert error={error} />
      {ended !== undefined && ended.Size === undefined ? <PurgeResult result={ended} /> : null}
      {/* A preview for another age is no longer valid. */}
      {ended?.Size !== undefined && asked?.isDryRun === true && asked.days === Number(days) ? (
        <PurgePreview
          days={asked.days}
          count={ended.DocumentsDeleted}
          size={ended.Size}
          onPurge={() => start({ days: asked.days, isDryRun: false })}
        />
      ) : null}
    </>
  );
}

function DaysField({ days, onChange }: { days: string; onChange: (days: string) => void }) {
  return (
    <TextInput
      {...NUMBER_HINTS}
      label={t.days}
      description={t.daysHint}
      type="number"
      min={60}
      max={36_500}
      step={1}
      required
      withAsterisk={false}
      value={days}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}
