import { NativeSelect } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import css from './admin.module.css';

type Props<State extends string> = { label: string; all: string; states: Partial<Record<State, string>> };

/** A filter by state, kept in the address so that the back button restores it. */
export function StateFilter<State extends string>({ label, all, states }: Props<State>) {
  const { filter } = useSearch({ strict: false });
  const navigate = useNavigate();
  const options = [{ value: '', label: all }, ...Object.entries<string | undefined>(states).map(optionOf)];
  return (
    <NativeSelect
      className={css.stateFilter}
      label={label}
      data={options}
      value={filter ?? ''}
      onChange={({ currentTarget: { value } }) =>
        void navigate({ to: '.', search: value === '' ? {} : { filter: value }, replace: true })
      }
    />
  );
}

/** The state in the address, if it is a known one. */
export function useStateFilter<State extends string>(states: Partial<Record<State, string>>): State | null {
  const { filter } = useSearch({ strict: false });
  return filter !== undefined && Object.hasOwn(states, filter) ? (filter as State) : null;
}

function optionOf([value, label]: [string, string | undefined]): { value: string; label: string } {
  return { value, label: label ?? value };
}
