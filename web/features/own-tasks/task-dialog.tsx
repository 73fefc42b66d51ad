import { Stack, TextInput, Textarea } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ApiError } from '../../api/client.ts';
import { createTask } from '../../api/own-tasks.ts';
import { taskMessages } from '../../messages/en/tasks.ts';
import { formatTime } from '../../ui/format.ts';
import { FormDialog } from '../../ui/dialog/form-dialog.tsx';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { fieldErrors } from '../sharing/field-errors.ts';
import { SuggestField } from '../sharing/people/suggest-field.tsx';
import { usePersonAt } from '../sharing/people/use-suggestions.ts';
import { dayFrom, endOfDay } from '../sharing/share-draft.ts';
import { showNotice } from '../shell/notice-list.ts';
import css from '../sharing/sharing.module.css';

const FIRST_DAYS = 7;
const MAX_DAYS = 89;
const MAX_INSTRUCTIONS = 1000;

type Document = { id: number; name: string };

/** `due`: a day such as `2026-05-01`. */
type Wish = { assignee: string; due: string; instructions: string };

/** Requests approval of a document by a due date. */
export function TaskDialog({ document, onClose }: { document: Document; onClose: () => void }) {
  const [initial] = useState<Wish>(() => ({ assignee: '', due: dayFrom(new Date(), FIRST_DAYS), instructions: '' }));
  const [wish, setWish] = useState(initial);
  const making = useAsk(document, onClose);
  return (
    <FormDialog
      title={taskMessages.title(document.name)}
      submit={taskMessages.ask}
      isBusy={making.isPending}
      isBegun={wish !== initial}
      onSubmit={() => making.mutate(wish)}
      onClose={onClose}
    >
      <Stack gap="md">
        <Fields wish={wish} error={making.error} onChange={(change) => setWish({ ...wish, ...change })} />
      </Stack>
    </FormDialog>
  );
}

type FieldsProps = { wish: Wish; error: Error | null; onChange: (change: Partial<Wish>) => void };

function Fields({ wish, error, onChange }: FieldsProps) {
  const [now] = useState(() => new Date());
  const errors = fieldErrors(error, (parameter) => FIELDS[parameter] ?? null);
  const wrong = (field: Field) => (errors?.[field] === undefined ? undefined : taskMessages.wrong[field]);
  const lastDay = dayIn(errors?.due);
  const setAssignee = (assignee: string) => onChange({ assignee });
  return (
    <>
      <SuggestField
        {...taskMessages.assignee}
        error={wrong('assignee')}
        typed={wish.assignee}
        onType={setAssignee}
        onPick={({ address }) => setAssignee(address ?? '')}
        without={[wish.assignee]}
        isFirst
      />
      <TextInput
        type="date"
        label={taskMessages.due.label}
        description={taskMessages.due.hint}
        error={lastDay === null ? wrong('due') : taskMessages.dueOutside(formatTime(lastDay))}
        min={dayFrom(now, 0)}
        max={dayFrom(now, MAX_DAYS)}
        value={wish.due}
        onChange={({ currentTarget }) => onChange({ due: currentTarget.value })}
      />
      <WhatHappens assignee={wish.assignee} />
      <Instructions
        text={wish.instructions}
        error={wrong('instructions')}
        onChange={(instructions) => onChange({ instructions })}
      />
      <ProblemAlert error={errors === null ? error : null} known={whyNotAsked} />
    </>
  );
}

// The problem about a due date that is too late for an approver outside names the latest possible date.
function dayIn(refusal: string | undefined): string | null {
  return /\d{4}-\d\d-\d\dT[\d:.]+Z/.exec(refusal ?? '')?.[0] ?? null;
}

type Field = keyof typeof taskMessages.wrong;

const FIELDS: Record<string, Field> = {
  Assignee: 'assignee',
  DueDate: 'due',
  Instructions: 'instructions',
};

function useAsk({ id: documentId }: Document, onClose: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ assignee, due, instructions }: Wish) =>
      createTask({ documentId, assignee: assignee.trim(), dueDate: endOfDay(due), instructions }),
    onSuccess: ({ Assignee, AssigneePerson }) => {
      void queries.invalidateQueries({ queryKey: ['tasks'] });
      showNotice({ kind: 'done', text: taskMessages.asked(AssigneePerson?.Name ?? Assignee) });
      onClose();
    },
  });
}

type TextProps = { text: string; error: string | undefined; onChange: (text: string) => void };

function Instructions({ text, error, onChange }: TextProps) {
  const { label, left } = taskMessages.instructions;
  return (
    <Textarea
      label={label}
      description={left(MAX_INSTRUCTIONS - [...text].length)}
      error={error}
      rows={4}
      maxLength={MAX_INSTRUCTIONS}
      value={text}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}

// Approvers with an account get access differently from those outside.
function WhatHappens({ assignee }: { assignee: string }) {
  const { label, inside, outside, nobody } = taskMessages.access;
  const person = usePersonAt(assignee);
  const isAddress = /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(assignee.trim());
  return (
    <div className={css.whoGetsIn} role="status" aria-label={label}>
      <IconInfoCircle size={20} stroke={1.75} aria-hidden />
      <p>
        <strong>{label}:</strong>{' '}
        {person === null && isAddress ? outside(assignee.trim()) : person ? inside(person.Name) : nobody}
      </p>
    </div>
  );
}

function whyNotAsked({ status }: ApiError): string | null {
  if (status === 403) return taskMessages.forbidden;
  return status === 404 ? taskMessages.missing : null;
}
