import { CloseButton, Menu, UnstyledButton } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import type { ComponentProps, ReactNode } from 'react';
import { filterMessages as t } from '../../../messages/en/filters.ts';
import { PopMenu } from '../../../ui/menus/pop-menu.tsx';
import css from './filters.module.css';

type Props = {
  label: string;
  /** The text of the filter in use. Null: not in use. */
  value: string | null;
  onClear: () => void;
} & ({ children: ReactNode; staysOpen?: boolean; onOpen?: never } | { onOpen: () => void; children?: never });

/** One filter: a button with its menu, or one that opens a dialog, and a button that clears it. */
export function FilterChip(props: Props) {
  const { label, value, onClear } = props;
  return (
    <span className={value === null ? css.chip : `${css.chip} ${css.isActive}`}>
      {props.onOpen === undefined ? (
        <PopMenu position="bottom-start" closeOnItemClick={props.staysOpen !== true}>
          <Menu.Target>
            <ChipButton label={label} value={value} />
          </Menu.Target>
          <Menu.Dropdown>{props.children}</Menu.Dropdown>
        </PopMenu>
      ) : (
        <ChipButton label={label} value={value} aria-haspopup="dialog" onClick={props.onOpen} />
      )}
      {value === null ? null : <CloseButton size={28} aria-label={t.clearOne(label)} onClick={onClear} />}
    </span>
  );
}

type ButtonProps = { label: string; value: string | null };

function ChipButton({ label, value, className = '', ...more }: ButtonProps & Omit<ComponentProps<'button'>, 'value'>) {
  return (
    <UnstyledButton {...more} className={`${css.chipButton} ${className}`}>
      <span className={css.chipText}>{value === null ? label : t.active(label, value)}</span>
      <IconChevronDown size={16} stroke={1.75} aria-hidden />
    </UnstyledButton>
  );
}
