import { NativeSelect, TextInput, Textarea } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { useState } from 'react';
import type { Permission, SharingRules } from '../../../api/answers.ts';
import { shareDialogMessages } from '../../../messages/en/share-dialog.ts';
import type { FieldErrors } from '../field-errors.ts';
import { LinkFields } from '../link-fields.tsx';
import { type ShareDraft, dayFrom, protectionOf } from '../share-draft.ts';
import type { ShareableItem } from '../use-share.ts';
import { type InviteDraft, type Invitee, type Role, colleaguesOf, outsidersOf } from './invite-draft.ts';
import type { InviteField } from './use-invite.ts';
import css from '../sharing.module.css';

const t = shareDialogMessages;

type Props = {
  draft: InviteDraft;
  /** The roles that the person can give. */
  roles: Role[];
  /** Null for a library, which has no links. */
  item: ShareableItem | null;
  rules: SharingRules;
  /** The object's own entries. */
  entries: Permission[];
  errors: FieldErrors<InviteField> | null;
  onChange: (change: Partial<InviteDraft>) => void;
};

/** The access of the people in the field: a role for colleagues and groups, a link for others, and a message for all. */
export function InviteForm({ draft, roles, item, rules, entries, errors, onChange }: Props) {
  const { invitees, link } = draft;
  const people = outsidersOf(invitees);
  const changeLink = (change: Partial<ShareDraft>) => onChange({ link: { ...link, ...change } });
  return (
    <>
      <Summary draft={draft} entries={entries} hasLinks={item !== null} />
      {colleaguesOf(invitees).length > 0 ? <ColleagueFields {...{ draft, roles, errors, onChange }} /> : null}
      {people.length > 0 && item !== null ? (
        <LinkFields
          {...{ item, rules, errors }}
          draft={{ ...link, people }}
          label={t.linkRights}
          onChange={changeLink}
        />
      ) : null}
      <Textarea
        label={t.message.label}
        description={t.message.hint}
        error={errors?.message}
        rows={3}
        maxLength={10_000}
        value={link.message}
        onChange={({ currentTarget }) => changeLink({ message: currentTarget.value })}
      />
    </>
  );
}

type ColleagueProps = Pick<Props, 'draft' | 'roles' | 'errors' | 'onChange'>;

function ColleagueFields({ draft: { role, endsOn }, roles, errors, onChange }: ColleagueProps) {
  return (
    <div className={css.sharePair}>
      <div>
        <NativeSelect
          label={t.role}
          error={errors?.role}
          data={roles.map((value) => ({ value, label: t.roles[value] }))}
          value={role}
          onChange={({ currentTarget }) => onChange({ role: currentTarget.value as Role })}
        />
      </div>
      <div>
        <EndField endsOn={endsOn} error={errors?.ends} onChange={(end) => onChange({ endsOn: end })} />
      </div>
    </div>
  );
}

type EndProps = { endsOn: string; error: string | undefined; onChange: (endsOn: string) => void };

function EndField({ endsOn, error, onChange }: EndProps) {
  const [now] = useState(() => new Date());
  return (
    <TextInput
      type="date"
      label={t.ends.label}
      error={error}
      min={dayFrom(now, 0)}
      value={endsOn}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}

type SummaryProps = { draft: InviteDraft; entries: Permission[]; hasLinks: boolean };

/** Lists the people who will get access. */
function Summary({ draft, entries, hasLinks }: SummaryProps) {
  const { invitees, role, link } = draft;
  const colleagues = colleaguesOf(invitees);
  const people = outsidersOf(invitees);
  const lines = [
    ...(colleagues.length === 0 ? [] : [t.summary.gets(colleagues, t.roles[role])]),
    ...invitees.flatMap((invitee) => describeChange(invitee, role, entries)),
    ...(people.length === 0 || !hasLinks ? [] : [t.summary.link(people), describeProtection({ ...link, people })]),
  ];
  return (
    <div className={css.whoGetsIn} role="status" aria-label={t.summary.label}>
      <IconInfoCircle size={20} stroke={1.75} aria-hidden />
      <p>
        <strong>{t.summary.label}:</strong> {lines.join(' ')}
      </p>
    </div>
  );
}

function describeChange(invitee: Invitee, role: Role, entries: Permission[]): string[] {
  if (invitee.kind === 'address') return [];
  const own = entries.find(({ UserId, GroupId }) => invitee.id === (invitee.kind === 'user' ? UserId : GroupId));
  if (own === undefined || own.Role === role) return [];
  const from = own.Role === null ? t.custom : t.roles[own.Role];
  return [t.summary.changes(invitee.name, from.toLowerCase())];
}

function describeProtection(link: ShareDraft): string {
  const { linkCode, linkPassword, linkPersonal } = t.summary;
  return { code: linkCode, password: linkPassword, none: linkPersonal }[protectionOf(link)];
}
