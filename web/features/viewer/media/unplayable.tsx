import { Button, Group, Loader, Text } from '@mantine/core';
import { IconDownload, IconPlayerPlay } from '@tabler/icons-react';
import type { Previewable } from '../../../api/documents.ts';
import { messages } from '../../../messages/en.ts';
import { viewMessages } from '../../../messages/en/viewer/file-views.ts';
import { extensionOf } from '../../../ui/extension.ts';
import { problemText } from '../../../ui/problem-text.ts';
import type { Playback } from './use-playback.ts';
import css from './media.module.css';

const t = viewMessages.media;

type Props = Pick<Playback, 'convert' | 'problem'> & { document: Previewable };

/** A picture of a film or sound that is played after a conversion, or cannot be played, and a download. */
export function Unplayable({ document, convert, problem }: Props) {
  const { name, pictureUrl, downloadUrl } = document;
  return (
    <figure className={css.unplayable}>
      {pictureUrl === null ? null : <img className={css.picture} src={pictureUrl} alt={messages.preview.of(name)} />}
      <figcaption>
        {document.isMarked === true ? (
          <Text role="status">{`${unplayable(name)} ${t.marked}`}</Text>
        ) : convert === null ? (
          <Outcome name={name} problem={problem} />
        ) : (
          <PlayButton name={name} onClick={convert} />
        )}
        {downloadUrl === null ? null : (
          <Button
            component="a"
            href={downloadUrl}
            download
            variant="default"
            leftSection={<IconDownload size={18} aria-hidden />}
          >
            {t.download}
          </Button>
        )}
      </figcaption>
    </figure>
  );
}

function PlayButton({ name, onClick }: { name: string; onClick: () => void }) {
  return (
    <Button aria-label={t.playOf(name)} leftSection={<IconPlayerPlay size={18} aria-hidden />} onClick={onClick}>
      {t.play}
    </Button>
  );
}

function Outcome({ name, problem }: { name: string; problem: Error | null }) {
  if (problem !== null) return <Text role="alert">{`${unplayable(name)} ${problemText(problem)}`}</Text>;
  return (
    <Group gap="xs" wrap="nowrap" role="status">
      <Loader size="xs" aria-hidden />
      <Text>{t.preparing}</Text>
    </Group>
  );
}

function unplayable(name: string): string {
  const kind = extensionOf(name).slice(1).toUpperCase();
  return t.unplayable(kind === '' ? t.unknown : kind);
}
