import { ActionIcon, Button, Skeleton } from '@mantine/core';
import { IconCopy, IconLink, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import type { AccessLink, OwnShare } from '../../../api/answers.ts';
import { shareDialogMessages } from '../../../messages/en/share-dialog.ts';
import { sharingMessages } from '../../../messages/en/sharing.ts';
import { MoreButton } from '../../../ui/more-button.tsx';
import { ProblemAlert } from '../../../ui/problem-alert.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { describeLink } from '../../permissions/descriptions.ts';
import { LinkMarks } from '../links/link-marks.tsx';
import type { ItemLinks, Revocation } from './use-item-links.ts';
import css from './share-dialog.module.css';

const t = shareDialogMessages.links;

type Props = {
  links: ItemLinks;
  canAdd: boolean;
  onAdd: () => void;
  onEdit: (link: OwnShare) => void;
  onCopy: (link: string) => void;
};

/** The links that open an item: those of the person, those of others, and those to folders above it. */
export function LinkList({ links, canAdd, onAdd, onEdit, onCopy }: Props) {
  const { own, others, error, next, revoke, outcome } = links;
  return (
    <section aria-labelledby="share-links">
      <div className={css.head}>
        <h3 id="share-links">{t.title}</h3>
        {canAdd ? (
          <Button variant="subtle" size="compact-sm" leftSection={<IconPlus size={16} aria-hidden />} onClick={onAdd}>
            {t.add}
          </Button>
        ) : null}
      </div>
      <ProblemAlert error={error ?? revoke.error} />
      {own === undefined && error === null ? <Skeleton height={56} radius="md" /> : null}
      {own?.length === 0 && others.length === 0 ? <p className={css.none}>{t.none}</p> : null}
      <ul className={css.list}>
        {own?.map((link) => (
          <OwnLink key={link.ShareId} {...{ link, revoke, onEdit, onCopy }} />
        ))}
        {others.map(({ link, isHere }) => (
          <OthersLink key={link.ShareId} {...{ link, isHere, revoke }} />
        ))}
      </ul>
      <MoreButton next={next} size="compact-sm" />
      <p role="status" className={css.status}>
        {outcome}
      </p>
    </section>
  );
}

type OwnProps = Pick<Props, 'onEdit' | 'onCopy'> & { link: OwnShare; revoke: Revocation };

function OwnLink({ link, revoke, onEdit, onCopy }: OwnProps) {
  const { Abilities, Links, Status, AccessCodeRequired, LastOpened, OpenCount } = link;
  const title = titleOf(link);
  const canCopy = (Status === 'Active' || Status === 'Pending') && !AccessCodeRequired;
  return (
    <LinkRow
      title={title}
      canRevoke={Abilities.Revoke}
      onRevoke={() => revoke.mutate(link.ShareId)}
      about={
        <>
          <LinkMarks link={link} />
          <small>
            {LastOpened === null ? (
              sharingMessages.mine.never
            ) : (
              <>
                {sharingMessages.mine.opened(OpenCount)} <RelativeTime key={LastOpened} iso={LastOpened} />
              </>
            )}
          </small>
        </>
      }
    >
      {canCopy ? <Act label={t.named(t.copy, title)} Icon={IconCopy} go={() => onCopy(Links.WebUri)} /> : null}
      {Abilities.Change ? <Act label={t.named(t.edit, title)} Icon={IconPencil} go={() => onEdit(link)} /> : null}
    </LinkRow>
  );
}

type OthersProps = { link: AccessLink; isHere: boolean; revoke: Revocation };

// The address of another person's link is not shown. A link to a parent folder is revoked there.
function OthersLink({ link, isHere, revoke }: OthersProps) {
  const origin = isHere ? [] : [t.toFolder(link.OnName)];
  return (
    <LinkRow
      title={[t.by(link.CreatedBy.Name), ...origin].join(' · ')}
      canRevoke={isHere && link.Kind === 'Link'}
      onRevoke={() => revoke.mutate(link.ShareId)}
      about={<small>{describeLink(link)}</small>}
    />
  );
}

type RowProps = {
  title: string;
  about: ReactNode;
  canRevoke: boolean;
  onRevoke: () => void;
  children?: ReactNode;
};

// Revoking is confirmed in the row: a dialog does not open another one.
function LinkRow({ title, about, canRevoke, onRevoke, children }: RowProps) {
  const [isAsked, ask] = useState(false);
  return (
    <li className={`${css.row} ${css.link}`}>
      <IconLink size={22} stroke={1.5} aria-hidden />
      <div className={css.who}>
        <span>{title}</span>
        {about}
      </div>
      <span className={css.acts}>
        {children}
        {canRevoke ? <Act label={t.named(t.revoke, title)} Icon={IconTrash} go={() => ask(true)} /> : null}
      </span>
      {isAsked ? (
        <span className={css.sure} role="alert">
          {t.sure}
          <Button size="compact-sm" color="red.9" onClick={onRevoke}>
            {sharingMessages.mine.revoke}
          </Button>
          <Button size="compact-sm" variant="default" onClick={() => ask(false)}>
            {t.keep}
          </Button>
        </span>
      ) : null}
    </li>
  );
}

function Act({ label, Icon, go }: { label: string; Icon: typeof IconCopy; go: () => void }) {
  return (
    <ActionIcon variant="subtle" color="gray" size={36} aria-label={label} title={label} onClick={go}>
      <Icon size={18} stroke={1.75} aria-hidden />
    </ActionIcon>
  );
}

function titleOf({ Name, Recipients, AccessCodeRequired, HasPassword }: OwnShare): string {
  if (Name !== null) return Name;
  if (Recipients.length > 0) return t.people(Recipients.length);
  if (AccessCodeRequired) return t.code;
  return HasPassword ? t.password : t.anyone;
}
