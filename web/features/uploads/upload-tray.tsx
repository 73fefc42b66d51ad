import { Button, Group, Progress, Stack, Text, Title } from '@mantine/core';
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { texts } from '../../texts/en.ts';
import { printSize } from '../../ui/format.ts';
import { LostUploads } from './lost-uploads.tsx';
import { TakenUploads } from './taken-uploads.tsx';
import { PROGRESS_COLOR, UploadRow } from './upload-row.tsx';
import type { Upload } from './upload.ts';
import type { Uploads } from './uploads.ts';
import { type Totals, totalsOf } from './use-uploads.ts';
import './uploads.css';

const said = texts.uploads;

/** More would be no help to anybody; the totals count them all. */
const SHOWN_ROWS = 50;

type Props = { uploads: Uploads; list: readonly Upload[]; canClear?: boolean; canKeepBoth?: boolean };

/** What is on its way: all of it together, and each file. Nothing if nobody has added anything. */
export function UploadTray({ uploads, list, canClear = true, canKeepBoth = false }: Props) {
  const totals = totalsOf(list);
  if (totals.count === 0) return null;
  const rows = [...list].sort((a, b) => urgency(a) - urgency(b)).slice(0, SHOWN_ROWS);
  const isDone = totals.done === totals.count;
  return (
    <section className="card" aria-label={said.title}>
      <Stack gap="sm">
        <Group justify="space-between">
          <Title order={2} size="h4" aria-live="polite">
            {isDone ? said.allDone(totals.count) : said.title}
          </Title>
          {isDone ? null : <PauseAll uploads={uploads} totals={totals} />}
          {isDone && canClear ? (
            <Button variant="default" size="compact-sm" onClick={uploads.clear}>
              {said.clear}
            </Button>
          ) : null}
        </Group>
        {isDone ? null : <Total totals={totals} />}
        <TakenUploads uploads={uploads} list={list} />
        {totals.lost > 0 ? <LostUploads uploads={uploads} list={list} /> : null}
        <ul className="upload-rows">
          {rows.map((upload) => (
            <UploadRow key={upload.id} upload={upload} uploads={uploads} canKeepBoth={canKeepBoth} />
          ))}
        </ul>
        {list.length > rows.length ? <Text c="dimmed">{said.others(list.length - rows.length)}</Text> : null}
      </Stack>
    </section>
  );
}

function Total({ totals }: { totals: Totals }) {
  const { done, count, sent, bytes } = totals;
  const text = said.progress(done, count, printSize(sent), printSize(bytes));
  return (
    <div>
      <Progress.Root size="lg">
        <Progress.Section
          color={PROGRESS_COLOR}
          value={bytes === 0 ? 0 : (sent / bytes) * 100}
          aria-label={said.total}
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
        {said.pauseAll}
      </Button>
    );
  }
  if (totals.paused + totals.failed === 0) return null;
  return (
    <Button variant="default" leftSection={<IconPlayerPlay size={18} aria-hidden />} onClick={uploads.resumeAll}>
      {totals.failed > 0 && totals.paused === 0 ? said.retryAll : said.resumeAll}
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

// What wants attention first, then what moves, what is done last.
function urgency({ state }: Upload): number {
  return ORDER.indexOf(state);
}
