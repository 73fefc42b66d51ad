import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, useId, useState } from 'react';
import { settingsMessages } from '../../../messages/en/admin/settings.ts';
import { type FoundSetting, type SettingKey, findSettings, settingId } from './find-settings.ts';
import { SEARCH_HINTS } from '../../../ui/input-hints.ts';
import css from './settings.module.css';

const t = settingsMessages.search;

/** Finds a setting, marks it and moves the focus there. */
export function SettingSearch({ onFind }: { onFind: (key: SettingKey) => void }) {
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState(0);
  const id = useId();
  const found = findSettings(typed);
  const chosen = found[Math.min(at, found.length - 1)];
  const pick = ({ key }: FoundSetting) => {
    setTyped('');
    onFind(key);
    showSetting(key);
  };
  return (
    <div className={css.settingSearch}>
      <TextInput
        {...SEARCH_HINTS}
        role="combobox"
        aria-label={t.label}
        aria-expanded={found.length > 0}
        aria-controls={`${id}-list`}
        aria-activedescendant={chosen === undefined ? undefined : `${id}-${chosen.key}`}
        aria-autocomplete="list"
        placeholder={t.label}
        leftSection={<IconSearch size={18} aria-hidden />}
        value={typed}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value);
          setAt(0);
        }}
        onKeyDown={(event) =>
          takeKey(event, { found, chosen, onMove: setAt, onPick: pick, onClear: () => setTyped('') })
        }
        onBlur={() => setTyped('')}
      />
      <Found id={id} found={found} chosen={chosen} onPick={pick} />
      <p className={css.settingNone} role="status">
        {typed.trim() !== '' && found.length === 0 ? t.none : ''}
      </p>
    </div>
  );
}

type Keys = {
  found: FoundSetting[];
  chosen: FoundSetting | undefined;
  onMove: (at: number) => void;
  onPick: (setting: FoundSetting) => void;
  onClear: () => void;
};

function takeKey(event: KeyboardEvent, { found, chosen, onMove, onPick, onClear }: Keys): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (event.key === 'Escape') onClear();
  else if (chosen === undefined) return;
  else if (event.key === 'Enter') onPick(chosen);
  else if (step === undefined) return;
  else onMove((found.indexOf(chosen) + step + found.length) % found.length);
  event.preventDefault();
}

type FoundProps = {
  id: string;
  found: FoundSetting[];
  chosen: FoundSetting | undefined;
  onPick: (setting: FoundSetting) => void;
};

function Found({ id, found, chosen, onPick }: FoundProps) {
  return (
    <div id={`${id}-list`} role="listbox" aria-label={t.found} className={css.settingFound}>
      {found.map((setting) => (
        <div
          key={setting.key}
          id={`${id}-${setting.key}`}
          role="option"
          tabIndex={-1}
          aria-selected={setting === chosen}
          onMouseDown={(event) => {
            // Keeps the focus, which then moves to the setting.
            event.preventDefault();
            onPick(setting);
          }}
        >
          {setting.label}
          <small>{setting.about}</small>
        </div>
      ))}
    </div>
  );
}

function showSetting(key: SettingKey): void {
  const control = document.getElementById(settingId(key));
  control?.scrollIntoView({ block: 'center' });
  control?.focus({ preventScroll: true });
}
