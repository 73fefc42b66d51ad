import { Button, Checkbox, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, type SubmitEvent, useState } from 'react';
import { type ReportOptions, type ReportSubject, startReport } from '../../api/reports.ts';
import { reportMessages as t } from '../../messages/en/reports.ts';
import { dayOf } from '../../ui/time/time-zone.ts';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { fieldErrors } from '../sharing/field-errors.ts';
import { RangeFields } from './range-fields.tsx';
import { TaskFields } from './task-fields.tsx';
import { CODE_HINTS } from '../../ui/input-hints.ts';
import pageCss from '../../ui/page.module.css';
import css from './reports.module.css';

/** The maximum ranges in days (docs/api/reports.md#reports). */
const MAX_DAYS = { user: null, document: null, library: 30, tasks: 90 } as const;

type Props = {
  kind: ReportSubject['kind'];
  /** Null until a subject is selected. */
  subject: ReportSubject | null;
  /** Whether a missing subject is shown as an error. */
  onMissing?: () => void;
  /** The field that selects the subject. */
  children?: ReactNode;
};

/** The options of a report. Once it is started, its job is in the address. */
export function ReportForm({ kind, subject, onMissing, children }: Props) {
  const [options, setOptions] = useState<ReportOptions>(() => ({ ...lastDays(30), fileName: '' }));
  const change = (changed: Partial<ReportOptions>) => setOptions((before) => ({ ...before, ...changed }));
  const start = useStart();
  const errors = fieldErrors(start.error, (name) => (name in FIELDS ? (name as keyof typeof FIELDS) : null));
  const shown = isReversed(options) ? { toDate: t.range.reversed } : (errors ?? {});
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (subject === null) onMissing?.();
    else if (!isReversed(options)) start.mutate({ subject, options });
  };
  return (
    <form className={`${pageCss.card} ${css.reportForm}`} onSubmit={submit} noValidate>
      {children}
      <RangeFields options={options} maxDays={MAX_DAYS[kind]} errors={shown} onChange={change} />
      <MoreFields kind={kind} options={options} errors={shown} onChange={change} />
      {errors === null ? (
        <ProblemAlert error={start.error} known={({ status }) => (status === 404 ? t.missing : null)} />
      ) : null}
      <div>
        <Button type="submit" loading={start.isPending}>
          {t.create}
        </Button>
      </div>
    </form>
  );
}

type FieldsProps = {
  kind: ReportSubject['kind'];
  options: ReportOptions;
  errors: FieldErrors;
  onChange: (changed: Partial<ReportOptions>) => void;
};

function MoreFields({ kind, options, errors, onChange }: FieldsProps) {
  return (
    <>
      {kind === 'tasks' ? (
        <TaskFields options={options} errors={errors} onChange={onChange} />
      ) : (
        <Checkbox
          label={t.syncs}
          checked={options.includeSyncs ?? false}
          onChange={({ currentTarget }) => onChange({ includeSyncs: currentTarget.checked })}
        />
      )}
      <TextInput
        {...CODE_HINTS}
        label={t.fileName.label}
        description={t.fileName.hint}
        value={options.fileName}
        onChange={({ currentTarget }) => onChange({ fileName: currentTarget.value })}
      />
    </>
  );
}

// ISO days sort as text.
const isReversed = ({ fromDate, toDate }: ReportOptions) => fromDate !== '' && toDate !== '' && fromDate > toDate;

const FIELDS = { fromDate: true, toDate: true, assignee: true, creator: true };
export type FieldErrors = Partial<Record<keyof typeof FIELDS, string>>;

function useStart() {
  const queries = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: ({ subject, options }: { subject: ReportSubject; options: ReportOptions }) =>
      startReport(subject, options),
    onSuccess: (jobId) => {
      void queries.invalidateQueries({ queryKey: ['jobs'] });
      return navigate({ to: '.', search: (before) => ({ ...before, job: String(jobId) }), replace: true });
    },
  });
}

const DAY_MS = 86_400_000;

// In the person's time zone, which the request names.
function lastDays(days: number) {
  const now = Date.now();
  return { fromDate: dayOf(new Date(now - days * DAY_MS)), toDate: dayOf(new Date(now)) };
}
