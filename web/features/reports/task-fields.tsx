import { Checkbox, TextInput } from '@mantine/core';
import type { ReportOptions } from '../../api/reports.ts';
import { reportMessages as t } from '../../messages/en/reports.ts';
import type { FieldErrors } from './report-form.tsx';
import { EMAIL_HINTS } from '../../ui/input-hints.ts';
import css from './reports.module.css';

type Props = { options: ReportOptions; errors: FieldErrors; onChange: (changed: Partial<ReportOptions>) => void };

const STATUSES = ['open', 'completed', 'cancelled', 'expired'] as const;

/** The task filters of a report. Without a status, all tasks are included. */
export function TaskFields({ options: { status, assignee, creator }, errors, onChange }: Props) {
  const chosen = status ?? [];
  const toggle = (name: string, isOn: boolean) =>
    onChange({ status: isOn ? [...chosen, name] : chosen.filter((other) => other !== name) });
  return (
    <>
      <fieldset className={css.reportStatuses}>
        <legend>{t.status.label}</legend>
        {STATUSES.map((name) => (
          <Checkbox
            key={name}
            label={t.status[name]}
            checked={chosen.includes(name)}
            onChange={({ currentTarget }) => toggle(name, currentTarget.checked)}
          />
        ))}
      </fieldset>
      <div className={css.reportRange}>
        <TextInput
          {...EMAIL_HINTS}
          type="email"
          label={t.assignee.label}
          description={t.assignee.hint}
          error={errors.assignee}
          value={assignee ?? ''}
          onChange={({ currentTarget }) => onChange({ assignee: currentTarget.value })}
        />
        <TextInput
          {...EMAIL_HINTS}
          type="email"
          label={t.creator.label}
          description={t.creator.hint}
          error={errors.creator}
          value={creator ?? ''}
          onChange={({ currentTarget }) => onChange({ creator: currentTarget.value })}
        />
      </div>
    </>
  );
}
