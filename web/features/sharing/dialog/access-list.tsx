import { Button, NativeSelect, Skeleton } from '@mantine/core';
import { IconUsersGroup } from '@tabler/icons-react';
import { useState } from 'react';
import type { Permission, Place } from '../../../api/answers.ts';
import { shareDialogMessages } from '../../../messages/en/share-dialog.ts';
import { ProblemAlert } from '../../../ui/problem-alert.tsx';
import { Avatar } from '../../../ui/person/avatar.tsx';
import { describeEnd, describeEntry, describeSource } from '../../permissions/descriptions.ts';
import { useMe } from '../../shell/use-me.ts';
import type { Role } from './invite-draft.ts';
import { type EntryChange, type Entries, keyOfEntry } from './use-entries.ts';
import { describeShareProblem } from './use-invite.ts';
import css from './share-dialog.module.css';

const t = shareDialogMessages.access;
const REMOVE = 'remove';
const FIRST = 8;

type Props = { entries: Entries; place: Place; onAdvanced: () => void };

/** The people and groups with access: set on the object, which can be changed, and inherited. */
export function AccessList({ entries: { list, error, change, outcome }, place, onAdvanced }: Props) {
  const [isAll, showAll] = useState(false);
  const shown = isAll ? list : list?.slice(0, FIRST);
  return (
    <section aria-labelledby="share-access">
      <div className={css.head}>
        <h3 id="share-access">{t.title}</h3>
        <Button variant="subtle" size="compact-sm" onClick={onAdvanced}>
          {t.advanced}
        </Button>
      </div>
      <ProblemAlert error={error ?? change.error} known={describeShareProblem} />
      {list === undefined && error === null ? <Skeleton height={96} radius="md" /> : null}
      {list?.length === 0 ? <p className={css.none}>{t.none}</p> : null}
      <ul className={css.list}>
        {shown?.map((entry) => (
          <Entry key={`${entry.InheritedFrom ?? ''} ${keyOfEntry(entry)}`} {...{ entry, place, change }} />
        ))}
      </ul>
      {list !== undefined && shown !== undefined && list.length > shown.length ? (
        <Button variant="default" size="compact-sm" onClick={() => showAll(true)}>
          {t.more(list.length)}
        </Button>
      ) : null}
      <p className={css.note}>{place.IsPrivate ? t.owner : t.siteAdmins}</p>
      <p role="status" className={css.status}>
        {outcome}
      </p>
    </section>
  );
}

type EntryProps = { entry: Permission; place: Place; change: EntryChange };

function Entry({ entry, place, change }: EntryProps) {
  const { UserId } = useMe();
  const isGroup = entry.GroupId !== undefined;
  const isOwn = entry.Inherited !== true;
  const details = [
    ...(isGroup ? [t.group] : []),
    ...(isOwn ? [] : [describeSource(entry, place)]),
    ...(entry.Role === null ? [describeEntry(entry)] : []),
    ...(entry.Role !== null && entry.ExpiresOn !== undefined ? [describeEnd(entry.ExpiresOn)] : []),
  ];
  return (
    <li className={css.row}>
      {isGroup ? (
        <IconUsersGroup size={28} stroke={1.5} aria-hidden />
      ) : (
        <Avatar name={entry.Name} of={entry.UserId ?? 0} picture={entry.PictureUri ?? null} size={28} />
      )}
      <span className={css.who}>
        <span>
          {entry.Name} {entry.UserId === UserId ? <small>({t.you})</small> : null}
        </span>
        {details.length === 0 ? null : <small>{details.join(' · ')}</small>}
      </span>
      {isOwn ? <RoleSelect entry={entry} roles={place.Roles} change={change} /> : <RoleText entry={entry} />}
    </li>
  );
}

function RoleText({ entry: { Role } }: { entry: Permission }) {
  return (
    <span className={css.role}>{Role === null ? shareDialogMessages.custom : shareDialogMessages.roles[Role]}</span>
  );
}

type RoleProps = { entry: Permission; roles: Role[]; change: EntryChange };

// Roles that the person cannot give are shown only if the entry has them. Denials can only be changed in the permissions.
function RoleSelect({ entry, roles, change }: RoleProps) {
  if (entry.Deny.length > 0) return <RoleText entry={entry} />;
  const { Role: role, Name } = entry;
  const current = role ?? 'custom';
  const options = [...(role !== null && roles.includes(role) ? [] : [role]), ...roles].map((value) => ({
    value: value ?? current,
    label: value === null ? shareDialogMessages.custom : shareDialogMessages.roles[value],
  }));
  const select = (value: string) => {
    if (value === REMOVE) change.mutate({ entry, role: null });
    else if (value !== current) change.mutate({ entry, role: value as Role });
  };
  return (
    <NativeSelect
      size="sm"
      className={css.role}
      aria-label={t.roleOf(Name)}
      disabled={change.isPending}
      data={[...options, { value: REMOVE, label: t.remove }]}
      value={current}
      onChange={({ currentTarget }) => select(currentTarget.value)}
    />
  );
}
