import { Button, Checkbox, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import type { LinkFilter } from '../../../api/admin/links.ts';
import { adminLinksMessages } from '../../../messages/en/admin/links.ts';
import { PersonFilter } from '../person-filter.tsx';
import { TypedFilter } from '../../../ui/table/typed-filter.tsx';
import tableCss from '../../../ui/table/table.module.css';
import css from './links.module.css';

const t = adminLinksMessages.filters;

type Change = (changed: { [Name in keyof LinkFilter]?: string | undefined }) => void;

/** The filters of the list. A link must match all of them. */
export function LinkFilters({ filter, onChange }: { filter: LinkFilter; onChange: Change }) {
  // Text fields are mounted anew when they are cleared.
  const [round, clear] = useState(0);
  return (
    <section className={tableCss.filters} aria-label={t.label} key={round}>
      <TypedFilter label={t.name} value={filter.name ?? ''} onChange={(name) => onChange({ name })} />
      <NativeSelect
        label={t.status}
        data={[
          { value: '', label: t.anyStatus },
          ...Object.entries(t.statuses).map(([value, label]) => ({ value, label })),
        ]}
        value={filter.status ?? ''}
        onChange={({ currentTarget: { value } }) => onChange({ status: value })}
      />
      <PersonFilter
        label={t.creator}
        hint={t.creatorHint}
        userId={filter.creatorId}
        onChange={(creatorId) => onChange({ creatorId })}
      />
      <TypedFilter
        label={t.outside}
        hint={t.outsideHint}
        value={filter.outside ?? ''}
        onChange={(outside) => onChange({ outside })}
      />
      <Checks
        filter={filter}
        onChange={onChange}
        onClear={() => {
          onChange(Object.fromEntries(Object.keys(filter).map((name) => [name, undefined])));
          clear(round + 1);
        }}
      />
    </section>
  );
}

function Checks({ filter, onChange, onClear }: { filter: LinkFilter; onChange: Change; onClear: () => void }) {
  return (
    <div className={css.filterChecks}>
      <Check label={t.unprotected} isOn={filter.unprotected} onChange={(unprotected) => onChange({ unprotected })} />
      <Check label={t.endless} isOn={filter.endless} onChange={(endless) => onChange({ endless })} />
      {Object.keys(filter).length === 0 ? null : (
        <Button variant="default" size="sm" onClick={onClear}>
          {t.clear}
        </Button>
      )}
    </div>
  );
}

type CheckProps = { label: string; isOn: 'true' | undefined; onChange: (value: 'true' | undefined) => void };

function Check({ label, isOn, onChange }: CheckProps) {
  return (
    <Checkbox
      label={label}
      checked={isOn === 'true'}
      onChange={({ currentTarget }) => onChange(currentTarget.checked ? 'true' : undefined)}
    />
  );
}
