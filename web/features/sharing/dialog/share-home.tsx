import { Alert, Stack } from '@mantine/core';
import { type SubmitEvent, useId, useState } from 'react';
import type { OwnShare, Place, SharingRules } from '../../../api/answers.ts';
import type { ItemKey, ObjectKey } from '../../../api/keys.ts';
import { shareDialogMessages } from '../../../messages/en/share-dialog.ts';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { ProblemAlert } from '../../../ui/problem-alert.tsx';
import type { ShareableItem } from '../use-share.ts';
import { AccessList } from './access-list.tsx';
import { BackFoot } from './back-foot.tsx';
import { type Copied, CopyBar, copyLink } from './copy-bar.tsx';
import { InviteField } from './invite-field.tsx';
import { InviteForm } from './invite-form.tsx';
import { type InviteDraft, initialInvitation } from './invite-draft.ts';
import { LinkList } from './link-list.tsx';
import { type Entries, useEntries } from './use-entries.ts';
import { describeShareProblem, inviteErrors, useInvite } from './use-invite.ts';
import { type Typed, isAddress } from './use-invitees.ts';
import { useItemLinks } from './use-item-links.ts';

const t = shareDialogMessages;

export type ShareTarget = ObjectKey & { name: string };

type Props = {
  object: ShareTarget;
  place: Place;
  rules: SharingRules;
  copied: Copied;
  onCopied: (copied: Copied) => void;
  onNewLink: () => void;
  onEdit: (link: OwnShare) => void;
  onAdvanced: () => void;
  onClose: () => void;
};

/** Adding people, who has access, and links. */
export function ShareHome(props: Props) {
  const { object, place, onClose } = props;
  const form = useId();
  const entries = useEntries(object, place.Abilities.ManagePermissions);
  const { draft, change, blocked, inviting, send, back } = useInvitation(props);
  const [typed, setTyped] = useState('');
  const isInviting = draft.invitees.length > 0;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (isInviting) send();
  };
  const foot = isInviting ? (
    <BackFoot submit={t.send} form={form} isBusy={inviting.isPending} onBack={back} />
  ) : (
    <CopyBar object={object} item={linkableItem(object, place)} copied={props.copied} onCopied={props.onCopied} />
  );
  return (
    <Dialog
      isSheet
      isBegun={isInviting || draft.link.message !== '' || isAddress(typed)}
      isBusy={inviting.isPending}
      title={t.title(object.name)}
      onClose={onClose}
      foot={foot}
    >
      {place.Abilities.ManagePermissions ? (
        <Stack gap="md">
          <Blocked names={blocked} />
          <form id={form} onSubmit={submit} noValidate>
            <Invitation {...props} {...{ draft, entries, typed, setTyped }} error={inviting.error} onChange={change} />
          </form>
          {isInviting ? null : <Existing {...props} entries={entries} />}
        </Stack>
      ) : (
        <p>{t.reader}</p>
      )}
    </Dialog>
  );
}

// The dialog closes when everything is done, and stays if somebody is still blocked.
function useInvitation({ object, place, rules, onClose }: Props) {
  const [draft, change] = useState(() => initialInvitation(rules, place.Roles));
  const [blocked, setBlocked] = useState<string[]>([]);
  const clear = () => change(initialInvitation(rules, place.Roles));
  const inviting = useInvite(object, (people) => {
    if (people.length === 0) return onClose();
    setBlocked(people.map(({ Name }) => Name));
    clear();
  });
  const send = () => {
    setBlocked([]);
    inviting.mutate(draft);
  };
  const back = () => {
    inviting.reset();
    clear();
  };
  return { draft, change, blocked, inviting, send, back };
}

function Blocked({ names }: { names: string[] }) {
  if (names.length === 0) return null;
  return (
    <Alert color="orange" variant="outline" role="alert">
      {t.blocked(names)}
    </Alert>
  );
}

type InvitationProps = Pick<Props, 'object' | 'place' | 'rules'> &
  Typed & {
    draft: InviteDraft;
    entries: Entries;
    error: Error | null;
    onChange: (change: (before: InviteDraft) => InviteDraft) => void;
  };

function Invitation({ object, place, rules, draft, entries, typed, setTyped, error, onChange }: InvitationProps) {
  const errors = inviteErrors(error);
  const item = linkableItem(object, place);
  return (
    <Stack gap="md">
      <InviteField
        {...{ typed, setTyped }}
        invitees={draft.invitees}
        hint={item === null ? t.people.hintLibrary : t.people.hint}
        error={errors?.people}
        onChange={(change) => onChange((before) => ({ ...before, invitees: change(before.invitees) }))}
      />
      {draft.invitees.length === 0 ? null : (
        <InviteForm
          {...{ draft, rules, item, errors }}
          roles={place.Roles}
          entries={entries.list?.filter(({ Inherited }) => Inherited !== true) ?? []}
          onChange={(change) => onChange((before) => ({ ...before, ...change }))}
        />
      )}
      <ProblemAlert error={errors === null ? error : null} known={describeShareProblem} />
    </Stack>
  );
}

function Existing({ object, place, entries, onAdvanced, ...links }: Props & { entries: Entries }) {
  return (
    <>
      <AccessList entries={entries} place={place} onAdvanced={onAdvanced} />
      {object.kind === 'library' ? null : (
        <Links {...links} item={{ kind: object.kind, id: object.id }} place={place} />
      )}
    </>
  );
}

type LinksProps = Pick<Props, 'place' | 'onCopied' | 'onNewLink' | 'onEdit'> & { item: ItemKey };

function Links({ item, place, onCopied, onNewLink, onEdit }: LinksProps) {
  const links = useItemLinks(item, place);
  return (
    <LinkList
      links={links}
      canAdd={place.Abilities.Share}
      onAdd={onNewLink}
      onEdit={onEdit}
      onCopy={(link) => void copyLink(link).then(onCopied)}
    />
  );
}

/** The item if the person can create links to it, or null. */
export function linkableItem(object: ShareTarget, { Abilities }: Place): ShareableItem | null {
  if (object.kind === 'library' || !Abilities.Share) return null;
  return { kind: object.kind, id: object.id, name: object.name, canShareWritable: Abilities.ShareWritable };
}
