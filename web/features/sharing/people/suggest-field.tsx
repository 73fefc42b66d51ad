import { Input } from '@mantine/core';
import { IconUsersGroup } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useId } from 'react';
import { sharingMessages } from '../../../messages/en/sharing.ts';
import { Avatar } from '../../../ui/person/avatar.tsx';
import { focusFirst } from '../../../ui/focus-first.ts';
import type { Suggestion } from './suggestion.ts';
import type { SuggestOptions } from './use-suggestions.ts';
import { type SuggestBox, useSuggestBox } from './use-suggest-box.ts';
import css from '../sharing.module.css';

type Props = {
  label: string;
  hint: string;
  error: string | undefined;
  typed: string;
  onType: (text: string) => void;
  onPick: (suggestion: Suggestion) => void;
  /** Addresses and keys that are not suggested. */
  without: string[];
  /** The source of suggestions. By default, all people except the person. */
  options?: SuggestOptions;
  /** Keys that the list does not handle. */
  onKey?: (event: KeyboardEvent<HTMLInputElement>) => void;
  /** Enter was pressed for a name that nobody has. */
  onMiss?: () => void;
  onLeave?: () => void;
  /** Has the focus when its dialog opens, except on touch screens, where a keyboard would cover the rest. */
  isFirst?: boolean;
  /** Shown before the text. */
  children?: ReactNode;
};

/** A field that looks up people by name and address. */
export function SuggestField(props: Props) {
  const { label, hint, error, typed, onType, onPick, without, options = {}, children } = props;
  const id = useId();
  const box = useSuggestBox(typed, without, options, onPick, props.onMiss);
  const { shown, chosen } = box;
  return (
    <Input.Wrapper id={id} label={label} description={hint} error={error} labelProps={{ htmlFor: id }}>
      <div className={error === undefined ? css.people : `${css.people} ${css.isWrong}`}>
        {children}
        <input
          {...LOOK}
          ref={props.isFirst === true ? focusFirst : null}
          id={id}
          role="combobox"
          aria-expanded={shown.length > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={chosen === undefined ? undefined : `${id}-${chosen.key}`}
          aria-invalid={error !== undefined}
          aria-describedby={error === undefined ? `${id}-description` : `${id}-error ${id}-description`}
          value={typed}
          onChange={({ currentTarget }) => {
            box.start();
            onType(currentTarget.value);
          }}
          onKeyDown={(event) => {
            // A key that the list handles does not reach the form or the dialog.
            if (box.takesKey(event)) event.preventDefault();
            else props.onKey?.(event);
          }}
          onBlur={() => {
            box.hide();
            props.onLeave?.();
          }}
        />
      </div>
      <Suggestions id={id} box={box} />
    </Input.Wrapper>
  );
}

const LOOK = {
  className: css.peopleInput,
  type: 'text',
  inputMode: 'email',
  autoComplete: 'off',
  'aria-autocomplete': 'list',
  enterKeyHint: 'done',
  autoCapitalize: 'none',
  spellCheck: false,
} as const;

/** The list of suggestions below a field. */
export function Suggestions({ id, box: { shown, chosen, pick } }: { id: string; box: SuggestBox }) {
  return (
    <div id={`${id}-list`} role="listbox" aria-label={sharingMessages.people.suggestions} className={css.suggestions}>
      {shown.map((suggestion) => (
        <div
          key={suggestion.key}
          id={`${id}-${suggestion.key}`}
          role="option"
          tabIndex={-1}
          aria-selected={suggestion === chosen}
          onMouseDown={(event) => {
            // Keeps the focus in the field.
            event.preventDefault();
            pick(suggestion);
          }}
        >
          <Face suggestion={suggestion} />
          <span>
            {suggestion.name} <small>{suggestion.note}</small>
          </span>
        </div>
      ))}
    </div>
  );
}

function Face({ suggestion }: { suggestion: Suggestion }) {
  if (suggestion.kind === 'group') return <IconUsersGroup size={28} stroke={1.5} aria-hidden />;
  return <Avatar name={suggestion.name} of={suggestion.id} picture={suggestion.picture} size={28} />;
}
