import { Button, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import type { Previewable } from '../../../api/documents.ts';
import { viewMessages } from '../../../messages/en/viewer/file-views.ts';
import { extensionOf } from '../../../ui/extension.ts';
import { FileIcon } from '../../../ui/kinds/kind-icon.tsx';
import { kindOf } from '../../../ui/kinds/kind-of.ts';
import css from './no-preview.module.css';

const t = viewMessages.none;

/** A document of a kind that is not shown, and a download. */
export function NoPreview({ document }: { document: Previewable }) {
  const { name, downloadUrl } = document;
  return (
    <div className={css.none}>
      <FileIcon name={name} size={96} />
      <Text role="status">{reasonOf(document)}</Text>
      {downloadUrl === null ? null : (
        <Button component="a" href={downloadUrl} download leftSection={<IconDownload size={18} aria-hidden />}>
          {viewMessages.media.download}
        </Button>
      )}
    </div>
  );
}

function reasonOf({ name, downloadUrl, hasContent }: Previewable): string {
  // An email reveals its attachments (decision 0100).
  if (kindOf(name) === 'mail' && !hasContent) return downloadUrl === null ? t.mail : t.mailLimited;
  const kind = extensionOf(name).slice(1).toUpperCase();
  return kind === '' ? t.unknown : t.kind(kind);
}
