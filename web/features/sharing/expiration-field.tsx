import { NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { SharingRules } from '../../api/answers.ts';
import { sharingMessages } from '../../messages/en/sharing.ts';
import { type Expiration, dayFrom, dayOptions } from './share-draft.ts';

const t = sharingMessages.expiration;

type Props = {
  expiration: Expiration;
  rules: SharingRules;
  error: string | undefined;
  onChange: (expiration: Expiration) => void;
};

/** The expiration of a link, within the limits of the settings. */
export function ExpirationField({ expiration, rules, error, onChange }: Props) {
  const [now] = useState(() => new Date());
  const { MaxLinkExpirationDays: limit } = rules;
  const options = [
    ...dayOptions(rules).map((days) => ({ value: String(days), label: t.days(days) })),
    { value: 'date', label: t.date },
    // A link from before the limit can still have none.
    ...(limit === null || expiration === 'never' ? [{ value: 'never', label: t.never }] : []),
  ];
  const choose = (value: string) => {
    if (value === 'date') onChange({ date: dayFrom(now, Math.min(14, (limit ?? 15) - 1)) });
    else onChange(value === 'never' ? value : Number(value));
  };
  const isDate = typeof expiration === 'object';
  return (
    <>
      <NativeSelect
        label={t.label}
        description={limit === null ? undefined : t.limit(limit)}
        error={isDate ? undefined : error}
        data={options}
        value={isDate ? 'date' : String(expiration)}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
      />
      {isDate ? (
        <TextInput
          label={t.on}
          type="date"
          value={expiration.date}
          min={dayFrom(now, 0)}
          {...(limit === null ? {} : { max: dayFrom(now, limit - 1) })}
          error={error}
          onChange={({ currentTarget }) => onChange({ date: currentTarget.value })}
        />
      ) : null}
    </>
  );
}
