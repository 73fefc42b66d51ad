import { CloseButton, NativeSelect, TextInput } from '@mantine/core';
import { IconUser, IconUsersGroup } from '@tabler/icons-react';
import { useState } from 'react';
import { permissionMessages } from '../../messages/en/permissions.ts';
import { dayFrom, endOfDay } from '../sharing/share-draft.ts';
import { ALL_RIGHTS, type DraftEntry, type RightState, saysNothing, stateOf, withEnd, withRight } from './draft.ts';
import permissionsCss from './permissions.module.css';
import sharingCss from '../sharing/sharing.module.css';

const t = permissionMessages;
const STATES: RightState[] = ['none', 'allow', 'deny'];

type Props = { entry: DraftEntry; onChange: (entry: DraftEntry) => void; onRemove: () => void };

const STATE_CLASSES: Record<string, string | undefined> = {
  allow: permissionsCss.isAllow,
  deny: permissionsCss.isDeny,
};

/** One person or group with allowed and denied rights and an expiration. */
export function EntryFields({ entry, onChange, onRemove }: Props) {
  const { Name, UserId } = entry;
  const Icon = UserId === undefined ? IconUsersGroup : IconUser;
  return (
    <li className={permissionsCss.grant}>
      <div className={permissionsCss.grantHead}>
        <Icon size={20} stroke={1.75} aria-hidden />
        <strong>{Name}</strong>
        {UserId === undefined ? <span className={sharingCss.mark}>{t.group}</span> : null}
        <CloseButton ml="auto" aria-label={t.remove(Name)} onClick={onRemove} />
      </div>
      <div className={permissionsCss.grantFields}>
        {ALL_RIGHTS.map((right) => (
          <NativeSelect
            key={right}
            size="sm"
            label={t.rights[right]}
            aria-label={t.rightOf(t.rights[right], Name)}
            className={STATE_CLASSES[stateOf(entry, right)] ?? ''}
            data={STATES.map((value) => ({ value, label: t.states[value] }))}
            value={stateOf(entry, right)}
            onChange={({ currentTarget }) => onChange(withRight(entry, right, currentTarget.value as RightState))}
          />
        ))}
        <Until entry={entry} onChange={onChange} />
      </div>
      {saysNothing(entry) ? <p className={permissionsCss.grantWrong}>{t.nothing}</p> : null}
    </li>
  );
}

function Until({ entry, onChange }: Pick<Props, 'entry' | 'onChange'>) {
  const [now] = useState(() => new Date());
  const { ExpiresOn, Name } = entry;
  const isOver = ExpiresOn !== undefined && Date.parse(ExpiresOn) <= now.getTime();
  return (
    <TextInput
      size="sm"
      type="date"
      label={t.expires}
      aria-label={t.expiresOf(Name)}
      error={isOver ? t.over : undefined}
      min={dayFrom(now, 0)}
      value={ExpiresOn === undefined ? '' : dayFrom(new Date(ExpiresOn), 0)}
      onChange={({ currentTarget }) => onChange(withEnd(entry, endOfDay(currentTarget.value) || undefined))}
    />
  );
}
