import { Group, Stack, Text, Title } from '@mantine/core';
import { type VisitDocument, previewableOf } from '../../api/visits.ts';
import { messages } from '../../messages/en.ts';
import { formatSize, formatTime } from '../../ui/format.ts';
import { useVisit } from '../visits/visit-context.ts';
import { WithComments } from './comments-card.tsx';
import { DownloadDocument } from './download-document.tsx';
import { Viewer } from '../viewer/viewer.tsx';
import css from '../../ui/page.module.css';

/** A document of a folder: its name, a download button, its preview and comments. */
export function DocumentView({ document, folderId }: { document: VisitDocument; folderId: number }) {
  const { link, visit } = useVisit();
  const previewable = previewableOf(link, document, { visit, folderId });
  return (
    <WithComments document={previewable}>
      <article className={css.card}>
        <Stack gap="md">
          <Group justify="space-between" align="flex-start">
            <div>
              <Title order={1} size="h2">
                {document.DocumentName}
              </Title>
              <Text size="sm" c="dimmed">
                {formatSize(document.DocumentSize)} · {messages.contents.changed(formatTime(document.DateModified))}
              </Text>
            </div>
            {visit.Allow.Download ? <DownloadDocument document={document} /> : null}
          </Group>
          <Viewer key={document.DocumentId} document={previewable} />
        </Stack>
      </article>
    </WithComments>
  );
}
