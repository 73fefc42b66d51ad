import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { useState } from 'react';
import type { SharedFolder, VisitFolder } from '../../api/visits.ts';
import { messages } from '../../messages/en.ts';
import { formatSize, formatTime } from '../../ui/format.ts';
import type { Upload } from '../uploads/upload.ts';
import { useVisit } from '../visits/visit-context.ts';
import guidedCss from './guided.module.css';
import pageCss from '../../ui/page.module.css';

const t = messages.guided.receipt;

type Props = { shared: SharedFolder; folders: VisitFolder[]; list: readonly Upload[]; onBack: () => void };

/** The files that were uploaded from this browser by folder, and the missing ones. */
export function Receipt({ shared, folders, list, onBack }: Props) {
  const { visit } = useVisit();
  const [printedAt] = useState(() => new Date().toISOString());
  const arrived = list.filter(({ state }) => state === 'done' || state === 'present');
  const missing = folders.filter(({ DocumentCount }) => (DocumentCount ?? 0) === 0);
  return (
    <article className={pageCss.card}>
      <Stack>
        <Title order={1}>
          {t.title}: {shared.Name}
        </Title>
        <Text>{t.text(visit.SharedBy.Name, formatTime(printedAt))}</Text>
        {arrived.length === 0 ? <Text>{t.none}</Text> : null}
        {folders.map((folder) => (
          <Arrived key={folder.FolderId} folder={folder} arrived={arrived} />
        ))}
        <Text fw={600}>
          {missing.length === 0
            ? messages.guided.complete
            : messages.guided.missing(missing.map(({ FolderName }) => FolderName))}
        </Text>
        <Group className={guidedCss.notPrinted}>
          <Button leftSection={<IconPrinter size={20} aria-hidden />} onClick={() => window.print()}>
            {t.print}
          </Button>
          <Button variant="default" onClick={onBack}>
            {t.back}
          </Button>
        </Group>
      </Stack>
    </article>
  );
}

function Arrived({ folder, arrived }: { folder: VisitFolder; arrived: Upload[] }) {
  const own = arrived.filter(({ target }) => target.kind === 'folder' && target.folderId === folder.FolderId);
  if (own.length === 0) return null;
  return (
    <section>
      <Title order={2} size="h5">
        {folder.FolderName}
      </Title>
      <ul>
        {own.map(({ id, path, size, doneAt }) => (
          <li key={id}>
            {path}{' '}
            <Text span c="dimmed" size="sm">
              {t.stored(formatSize(size), doneAt === null ? '' : formatTime(doneAt))}
            </Text>
          </li>
        ))}
      </ul>
    </section>
  );
}
