import { ActionIcon, Progress, Text } from '@mantine/core';
import { IconCopyPlus, IconPlayerPause, IconPlayerPlay, IconReload, IconVersions, IconX } from '@tabler/icons-react';
import { type ReactNode, Suspense, lazy } from 'react';
import { ApiError } from '../../api/client.ts';
import { uploadMessages } from '../../messages/en/uploads.ts';
import { formatPercent, formatSize } from '../../ui/format.ts';
import { problemText } from '../../ui/problem-text.ts';
import type { Upload } from './upload.ts';
import type { Uploads } from './uploads.ts';
import css from './uploads.module.css';

const t = uploadMessages;

const OtherName = lazy(async () => ({ default: (await import('./names/other-name.tsx')).OtherName }));

/** A color that is visible on the track in both schemes. */
export const PROGRESS_COLOR = 'var(--mantine-color-anchor)';

type Props = {
  upload: Upload;
  uploads: Uploads;
  /** Whether an existing file can be sent under another name. */
  canKeepBoth: boolean;
};

/** One upload. */
export function UploadRow({ upload, uploads, canKeepBoth }: Props) {
  const { path, size, sent, state } = upload;
  return (
    <li className={css.uploadRow} tabIndex={-1}>
      <div className={css.uploadWhat}>
        <span className={css.uploadName}>{path}</span>
        <Text size="sm" c={state === 'failed' ? 'var(--mantine-color-error)' : 'dimmed'}>
          {stateText(upload)}
        </Text>
        {state === 'failed' && upload.isAtHand && isInvalid(upload.error) ? (
          <Suspense fallback={null}>
            <OtherName upload={upload} uploads={uploads} />
          </Suspense>
        ) : null}
        {['sending', 'waiting', 'paused', 'storing'].includes(state) ? (
          <Progress
            color={PROGRESS_COLOR}
            value={size === 0 ? 100 : (sent / size) * 100}
            size="sm"
            aria-label={t.of(path)}
          />
        ) : null}
      </div>
      <Ways upload={upload} uploads={uploads} canKeepBoth={canKeepBoth} />
      {state === 'done' || state === 'present' || state === 'storing' ? null : (
        <Act label={t.remove(path)} icon={<IconX size={20} />} onClick={() => uploads.remove(upload.id)} />
      )}
    </li>
  );
}

// The actions for an upload in its state, except Skip.
function Ways({ upload: { id, target, path, state, isAtHand, canRetry }, uploads, canKeepBoth }: Props) {
  if (state === 'sending' || state === 'waiting') {
    return <Act label={t.pause(path)} icon={<IconPlayerPause size={20} />} onClick={() => uploads.pause(id)} />;
  }
  if (state === 'paused') {
    return <Act label={t.resume(path)} icon={<IconPlayerPlay size={20} />} onClick={() => uploads.resume(id)} />;
  }
  if (state === 'failed') {
    return !canRetry ? null : (
      <Act label={t.retry(path)} icon={<IconReload size={20} />} onClick={() => uploads.resume(id)} />
    );
  }
  const keepBoth = (
    <Act label={t.keepBoth(path)} icon={<IconCopyPlus size={20} />} onClick={() => uploads.answer(id, 'both')} />
  );
  if (state === 'present') return canKeepBoth && isAtHand && target.kind === 'folder' ? keepBoth : null;
  if (state !== 'taken') return null;
  const makeVersion = () => uploads.answer(id, 'version');
  return (
    <>
      <Act label={t.taken.versionOf(path)} icon={<IconVersions size={20} />} onClick={makeVersion} />
      {keepBoth}
    </>
  );
}

const isInvalid = (error: Error | null) => error instanceof ApiError && error.status === 400;

function Act({ label, icon, onClick }: { label: string; icon: ReactNode; onClick: () => void }) {
  return (
    <ActionIcon variant="subtle" size="lg" aria-label={label} title={label} onClick={onClick}>
      {icon}
    </ActionIcon>
  );
}

function stateText({ state, size, sent, error }: Upload): string {
  if (state === 'failed') return problemText(error);
  if (state === 'sending') return t.sending(formatPercent(size === 0 ? 1 : sent / size), formatSize(size));
  return t.states[state](formatSize(size));
}
