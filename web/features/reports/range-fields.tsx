import { TextInput } from '@mantine/core';
import type { ReportOptions } from '../../api/reports.ts';
import { reportMessages as t } from '../../messages/en/reports.ts';
import { timeZoneName } from '../../ui/time/time-zone.ts';
import type { FieldErrors } from './report-form.tsx';
import css from './reports.module.css';

type Props = {
  options: ReportOptions;
  /** The maximum number of days in the range. Null means no limit. */
  maxDays: number | null;
  errors: FieldErrors;
  onChange: (changed: Partial<ReportOptions>) => void;
};

/** The first and last day. */
export function RangeFields({ options, maxDays, errors, onChange }: Props) {
  const zone = timeZoneName().replaceAll('_', ' ');
  return (
    <div>
      <div className={css.reportRange}>
        <TextInput
          type="date"
          label={t.from}
          error={errors.fromDate}
          value={options.fromDate}
          onChange={({ currentTarget }) => onChange({ fromDate: currentTarget.value })}
        />
        <TextInput
          type="date"
          label={t.to}
          error={errors.toDate}
          value={options.toDate}
          onChange={({ currentTarget }) => onChange({ toDate: currentTarget.value })}
        />
      </div>
      <p className={css.reportHint}>{maxDays === null ? t.range.any(zone) : t.range.days(maxDays, zone)}</p>
    </div>
  );
}
