import { Button, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import type { Previewable } from '../../../api/documents.ts';
import { messages } from '../../../messages/en.ts';
import { viewMessages } from '../../../messages/en/file-views.ts';
import { extensionOf } from '../../../ui/extension.ts';
import css from './media.module.css';

const t = viewMessages.media;

/** A picture of a film or sound that the browser can't play, and a download. */
export function Unplayable({ document }: { document: Previewable }) {
  const { name, pictureUrl, downloadUrl } = document;
  return (
    <figure className={css.unplayable}>
      {pictureUrl === null ? null : <img className={css.picture} src={pictureUrl} alt={messages.preview.of(name)} />}
      <figcaption>
        <Text role="status">{reasonOf(document)}</Text>
        {downloadUrl === null ? null : (
          <Button component="a" href={downloadUrl} download leftSection={<IconDownload size={18} aria-hidden />}>
            {t.download}
          </Button>
        )}
      </figcaption>
    </figure>
  );
}

function reasonOf({ name, downloadUrl, hasContent }: Previewable): string {
  // Without downloads, a link has no bytes to play.
  if (downloadUrl === null) return t.forbidden;
  if (!hasContent) return t.limited;
  const kind = extensionOf(name).slice(1).toUpperCase();
  return t.unplayable(kind === '' ? t.unknown : kind);
}
