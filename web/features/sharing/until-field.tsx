import { NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { SharingRules } from '../../api/answers.ts';
import { sharingTexts } from '../../texts/en/sharing.ts';
import { type Until, dayFrom, dayOptions } from './wish.ts';

const said = sharingTexts.until;

type Props = { until: Until; rules: SharingRules; error: string | undefined; onChange: (until: Until) => void };

/** Until when a link is good: what the settings allow. */
export function UntilField({ until, rules, error, onChange }: Props) {
  const [now] = useState(() => new Date());
  const { MaxLinkExpirationDays: limit } = rules;
  const options = [
    ...dayOptions(rules).map((days) => ({ value: String(days), label: said.days(days) })),
    { value: 'date', label: said.date },
    ...(limit === null ? [{ value: 'never', label: said.never }] : []),
  ];
  const choose = (value: string) => {
    if (value === 'date') onChange({ date: dayFrom(now, Math.min(14, (limit ?? 15) - 1)) });
    else onChange(value === 'never' ? value : Number(value));
  };
  const isDate = typeof until === 'object';
  return (
    <>
      <NativeSelect
        label={said.label}
        description={limit === null ? undefined : said.limit(limit)}
        error={isDate ? undefined : error}
        data={options}
        value={isDate ? 'date' : String(until)}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
      />
      {isDate ? (
        <TextInput
          label={said.on}
          type="date"
          value={until.date}
          min={dayFrom(now, 0)}
          {...(limit === null ? {} : { max: dayFrom(now, limit - 1) })}
          error={error}
          onChange={({ currentTarget }) => onChange({ date: currentTarget.value })}
        />
      ) : null}
    </>
  );
}
