import { Alert, Button, Group, Stack, Text, Textarea, Title } from '@mantine/core';
import { IconArrowBackUp, IconCheck, IconX } from '@tabler/icons-react';
import { useRef } from 'react';
import type { ApiError } from '../../api/client.ts';
import { type TaskDecision, type Decision, type TaskOnPage, isAboutOldVersion } from '../../api/tasks.ts';
import { messages } from '../../messages/en.ts';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { type DecisionState, useDecision } from './use-decision.ts';
import { useDraft } from './use-draft.ts';
import { useLostDecision } from './use-lost-decision.ts';
import css from './tasks.module.css';

const MAX_COMMENT = 1000;
const t = messages.task;

type Props = {
  task: TaskOnPage;
  /** SHA-256 of the content on the page. Null while there is none to decide about. */
  hash: string | null;
  /** Whether this content is still current. */
  isCurrent: () => Promise<boolean>;
  send: (decided: TaskDecision) => Promise<unknown>;
};

/** Approve and Deny buttons with an optional comment. */
export function DecisionForm({ task, hash, isCurrent, send }: Props) {
  const draft = useDraft(task.TaskId);
  const lost = useLostDecision(task.TaskId);
  const deciding = useDecision(async (decided) => {
    await lost.noting(send(decided));
    draft.forget();
  }, isCurrent);
  const isBusy = deciding.waiting !== null || deciding.isSending;
  const isOutdated = deciding.isOutdated || isAboutOldVersion(deciding.error);
  const decide = (decision: Decision) => {
    if (hash !== null) deciding.decide({ decision, comment: draft.text.trim(), hash });
  };
  return (
    <Stack gap="sm">
      <Title order={2} size="h4" className={css.taskOnlyWide}>
        {t.yourDecision}
      </Title>
      <Textarea
        label={t.comment}
        maxLength={MAX_COMMENT}
        value={draft.text}
        readOnly={isBusy}
        onChange={({ currentTarget }) => draft.write(currentTarget.value)}
        classNames={{ input: css.taskComment }}
      />
      {isOutdated || (lost.isLost && deciding.made === null) ? (
        <Alert color="red" variant="outline" role="alert">
          {isOutdated ? t.outdated : t.notSent}
        </Alert>
      ) : null}
      <ProblemAlert error={isOutdated ? null : deciding.error} known={refusal} />
      <Choices deciding={deciding} isReady={hash !== null} onChoose={decide} />
    </Stack>
  );
}

type ChoicesProps = { deciding: DecisionState; isReady: boolean; onChoose: (decision: Decision) => void };

function Choices(props: ChoicesProps) {
  const { deciding } = props;
  const choices = useRef<HTMLDivElement>(null);
  // The button that undoes goes with what it undoes.
  const undo = () => {
    choices.current?.querySelector<HTMLElement>('button:not([data-disabled])')?.focus();
    deciding.undo();
  };
  return (
    <>
      <Group grow gap="sm" ref={choices}>
        <Choice decision="Approve" {...props} />
        <Choice decision="Deny" {...props} />
      </Group>
      <Undo deciding={deciding} undo={undo} />
    </>
  );
}

type ChoiceProps = ChoicesProps & { decision: Decision };

// Disabled buttons keep the focus, and the pressed one keeps its look.
function Choice({ decision, deciding, isReady, onChoose }: ChoiceProps) {
  const isApproval = decision === 'Approve';
  const isBusy = deciding.waiting !== null || deciding.isSending;
  const isOther = !isReady || (isBusy && deciding.made?.decision !== decision);
  return (
    <Button
      size="md"
      variant={isApproval ? 'filled' : 'default'}
      leftSection={isApproval ? <IconCheck size={20} aria-hidden /> : <IconX size={20} aria-hidden />}
      {...(isOther ? { 'data-disabled': true } : {})}
      aria-disabled={isBusy || !isReady}
      onClick={() => onChoose(decision)}
    >
      {t.choices[decision]}
    </Button>
  );
}

// Placed below the buttons, where an accidental second click does not land.
function Undo({ deciding: { waiting, isSending }, undo }: { deciding: DecisionState; undo: () => void }) {
  return (
    <div role="status">
      {waiting !== null ? (
        <Group justify="space-between" gap="xs" wrap="nowrap">
          <Text size="sm">{t.sending[waiting.decision]}</Text>
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<IconArrowBackUp size={18} aria-hidden />}
            onClick={undo}
            style={{ flex: 'none' }}
          >
            {t.undo}
          </Button>
        </Group>
      ) : isSending ? (
        <Text size="sm">{t.storing}</Text>
      ) : null}
    </div>
  );
}

function refusal(error: ApiError): string | null {
  if (error.status === 404) return t.documentGone;
  if (error.status === 403) return t.notYours;
  return null;
}
