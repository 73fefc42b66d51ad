import { Button, Group, Progress, Stack, Text, Title } from '@mantine/core';
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { CatchBoundary } from '@tanstack/react-router';
import { Suspense, lazy } from 'react';
import { uploadMessages } from '../../messages/en/uploads.ts';
import { formatSize } from '../../ui/format.ts';
import { useKeptFocus } from '../../ui/use-kept-focus.ts';
import { PROGRESS_COLOR, UploadRow } from './upload-row.tsx';
import type { Upload } from './upload.ts';
import type { Uploads } from './uploads.ts';
import { type Totals, totalsOf } from './use-uploads.ts';
import css from '../../ui/page.module.css';

const t = uploadMessages;

const UploadQuestions = lazy(async () => ({ default: (await import('./upload-questions.tsx')).UploadQuestions }));

/** The maximum number of rows. The totals include all uploads. */
const SHOWN_ROWS = 50;

type Props = { uploads: Uploads; list: readonly Upload[]; canClear?: boolean; canKeepBoth?: boolean };

/** The uploads: the totals, and each file. Hidden if there are none. */
export function UploadTray({ uploads, list, canClear = true, canKeepBoth = false }: Props) {
  const totals = totalsOf(list);
  const rows = [...list].sort((a, b) => urgency(a) - urgency(b)).slice(0, SHOWN_ROWS);
  const keptFocus = useKeptFocus<HTMLUListElement>(rows.length);
  if (totals.count === 0) return null;
  const isDone = totals.done === totals.count;
  return (
    <section className={css.card} aria-label={t.title}>
      <Stack gap="sm">
        <Group justify="space-between">
          <Title order={2} size="h4" aria-live="polite">
            {titleOf(totals)}
          </Title>
          {isDone ? null : <PauseAll uploads={uploads} totals={totals} />}
          {isDone && canClear ? (
            <Button variant="default" size="compact-sm" onClick={uploads.clear}>
              {t.clear}
            </Button>
          ) : null}
        </Group>
        {isDone ? null : <Total totals={totals} />}
        {list.some(({ state }) => state === 'taken' || state === 'lost') ? (
          <CatchBoundary getResetKey={() => list.length} errorComponent={() => null} onCatch={() => {}}>
            <Suspense fallback={null}>
              <UploadQuestions uploads={uploads} list={list} />
            </Suspense>
          </CatchBoundary>
        ) : null}
        <ul {...keptFocus}>
          {rows.map((upload) => (
            <UploadRow key={upload.id} upload={upload} uploads={uploads} canKeepBoth={canKeepBoth} />
          ))}
        </ul>
        {list.length > rows.length ? <Text c="dimmed">{t.others(list.length - rows.length)}</Text> : null}
      </Stack>
    </section>
  );
}

// If nothing is being sent, the rest needs an answer.
function titleOf({ count, done, present, active, paused }: Totals): string {
  if (done === count) return t.allDone(done - present, present);
  if (active > 0) return t.title;
  return paused > 0 ? t.paused : t.unfinished;
}

function Total({ totals }: { totals: Totals }) {
  const { done, count, sent, bytes } = totals;
  const text = t.progress(done, count, formatSize(sent), formatSize(bytes));
  return (
    <div>
      <Progress.Root size="lg">
        <Progress.Section
          color={PROGRESS_COLOR}
          value={bytes === 0 ? 0 : (sent / bytes) * 100}
          aria-label={t.total}
          aria-valuetext={text}
        />
      </Progress.Root>
      <Text size="sm" mt={4}>
        {text}
      </Text>
    </div>
  );
}

function PauseAll({ uploads, totals }: { uploads: Uploads; totals: Totals }) {
  if (totals.active > 0) {
    return (
      <Button variant="default" leftSection={<IconPlayerPause size={18} aria-hidden />} onClick={uploads.pauseAll}>
        {t.pauseAll}
      </Button>
    );
  }
  if (totals.paused + totals.failed === 0) return null;
  return (
    <Button variant="default" leftSection={<IconPlayerPlay size={18} aria-hidden />} onClick={uploads.resumeAll}>
      {totals.failed > 0 && totals.paused === 0 ? t.retryAll : t.resumeAll}
    </Button>
  );
}

const ORDER: Upload['state'][] = [
  'taken',
  'failed',
  'storing',
  'sending',
  'paused',
  'lost',
  'waiting',
  'present',
  'done',
];

// Uploads that need attention first, then active ones, finished ones last.
function urgency({ state }: Upload): number {
  return ORDER.indexOf(state);
}
