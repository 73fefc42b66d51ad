import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ShownComment } from '../../api/comments.ts';
import { documentMessages } from '../../messages/en/document.ts';
import { commentMessages as t } from '../../messages/en/comments.ts';
import { Person } from '../../ui/person/person.tsx';
import { Avatar } from '../../ui/person/avatar.tsx';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { focusNow } from './focus-now.ts';
import { Confirm } from '../sharing/confirm.tsx';
import { usePageMarks } from '../viewer/marks/page-marks.tsx';
import type { PagePlace } from '../viewer/marks/region.ts';
import { CommentForm } from './comment-form.tsx';
import { splitMentions } from './mentions.ts';
import { useCommentChange, useNewestVersion, useSource } from './use-comments.ts';
import { goToLabel, labelOfPlace } from './label-of-place.ts';
import { draftKey, findDraft } from './use-draft.ts';
import css from './comments.module.css';

/** One comment with its author, and the actions of the person on it. */
export function CommentView({ comment }: { comment: ShownComment }) {
  const key = draftKey(useSource(), `edit ${comment.CommentId}`);
  const [isEditing, setEditing] = useState(() => comment.Abilities.Edit && findDraft(key) !== null);
  const [wasEdited, setEdited] = useState(false);
  const close = () => {
    setEdited(true);
    setEditing(false);
  };
  if (comment.IsDeleted) return <p className={css.note}>{t.deleted}</p>;
  return (
    <article className={css.comment}>
      <Head comment={comment} />
      {isEditing ? (
        <Edit comment={comment} onClose={close} />
      ) : (
        <>
          <p className={css.text}>
            <WithMentions comment={comment} />
          </p>
          <Actions comment={comment} isFocused={wasEdited} onEdit={() => setEditing(true)} />
        </>
      )}
    </article>
  );
}

function WithMentions({ comment: { Text: text, Mentions } }: { comment: ShownComment }) {
  const names = Mentions.map(({ Name }) => Name);
  return splitMentions(text, names).map((part) => (part.isMention ? <b key={part.at}>{part.text}</b> : part.text));
}

function Head({ comment }: { comment: ShownComment }) {
  const {
    CommentId,
    Author,
    AuthorName,
    IsVerified,
    Page,
    Region,
    TaskResult,
    RevisionNumber,
    DateCreated,
    DateChanged,
    isEarlier = false,
  } = comment;
  return (
    <header className={css.author}>
      {Author === null ? (
        <>
          <Avatar name={AuthorName} of={AuthorName} size={24} />
          <strong>{AuthorName}</strong>
        </>
      ) : (
        <Person person={Author} />
      )}
      {IsVerified ? null : <span className={css.mark}>{t.unverified}</span>}
      {TaskResult === '' ? null : <span className={css.mark}>{t.decisions[TaskResult]}</span>}
      {Page === null ? null : (
        <Place id={CommentId} place={{ page: Page, region: Region }} version={RevisionNumber} isEarlier={isEarlier} />
      )}
      <small>
        <RelativeTime iso={DateCreated} />
        {DateChanged === null ? null : ` · ${t.edited}`}
      </small>
    </header>
  );
}

type PlaceProps = { id: number; place: PagePlace; version: number | null; isEarlier: boolean };

/** The page, as a link if the viewer marks places and the comment is about the current version. Others can have other pages. */
function Place({ id, place, version, isEarlier }: PlaceProps) {
  const marks = usePageMarks();
  const newest = useNewestVersion(useSource(), version !== null);
  const label = labelOfPlace(place, marks);
  // The whole picture is the whole document.
  if (label === null) return null;
  if (version !== null && newest !== null && version < newest)
    return (
      <span className={css.mark}>
        {label} · {documentMessages.comparison.version(version)}
      </span>
    );
  if (isEarlier)
    return (
      <span className={css.mark}>
        {label} · {t.earlierVersion}
      </span>
    );
  if (marks === null) return <span className={css.mark}>{label}</span>;
  return (
    <a
      className={css.mark}
      href={`#page=${place.page}`}
      aria-label={goToLabel(place, marks)}
      onClick={(event) => {
        event.preventDefault();
        marks.choose({ id, place }, 'page');
      }}
    >
      {label}
    </a>
  );
}

/** `isFocused`: the form for the text has just been closed. */
type ActionsProps = { comment: ShownComment; isFocused: boolean; onEdit: () => void };

function Actions({ comment, isFocused, onEdit }: ActionsProps) {
  const [isAsking, setAsking] = useState(false);
  const { mutate, error, isPending } = useCommentChange((source, commentId: number) => source.remove(commentId));
  const { Abilities, AuthorName, CommentId } = comment;
  if (!Abilities.Edit && !Abilities.Delete) return null;
  const look = { size: 'compact-sm', variant: 'subtle' } as const;
  return (
    <div className={css.buttons}>
      {Abilities.Edit ? (
        <Button {...look} ref={isFocused ? focusNow : null} aria-label={t.actionsOf.edit(AuthorName)} onClick={onEdit}>
          {t.actions.edit}
        </Button>
      ) : null}
      {Abilities.Delete ? (
        <Button
          {...look}
          color="red"
          loading={isPending}
          aria-label={t.actionsOf.remove(AuthorName)}
          onClick={() => setAsking(true)}
        >
          {t.actions.remove}
        </Button>
      ) : null}
      <ProblemAlert error={error} />
      {isAsking ? (
        <Confirm
          title={t.confirmDelete}
          action={t.actions.remove}
          onClose={() => setAsking(false)}
          onConfirm={() => mutate(CommentId)}
        >
          {t.confirmDeleteText}
        </Confirm>
      ) : null}
    </div>
  );
}

type Changed = { text: string; mentions: number[] };

function Edit({ comment, onClose }: { comment: ShownComment; onClose: () => void }) {
  const { CommentId, Text, Mentions } = comment;
  const changing = useCommentChange((source, { text, mentions }: Changed) =>
    source.change === null ? Promise.resolve() : source.change(CommentId, text, mentions),
  );
  return (
    <CommentForm
      label={t.edit}
      action={t.save}
      draftOf={`edit ${CommentId}`}
      former={{ text: Text, people: Mentions.map(({ UserId: id, Name: name }) => ({ id, name })) }}
      error={changing.error}
      onCancel={onClose}
      send={async (text, mentions) => {
        await changing.mutateAsync({ text, mentions });
        onClose();
      }}
    />
  );
}
