import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import type { SharedFolder } from '../../api/visits.ts';
import { messages } from '../../messages/en.ts';
import type { FolderQuery } from '../contents/use-folder.ts';
import { UploadTray } from '../uploads/upload-tray.tsx';
import { useUploads } from '../uploads/use-uploads.ts';
import { Intro } from '../visits/intro.tsx';
import { useVisit } from '../visits/visit-context.ts';
import { Receipt } from './receipt.tsx';
import { Slot } from './slot.tsx';
import css from './guided.module.css';

const t = messages.guided;

/** A folder whose subfolders request files: their state, the missing ones, and a receipt. */
export function GuidedPage({ shared, listing: { folders } }: { shared: SharedFolder; listing: FolderQuery }) {
  const { visit } = useVisit();
  const { uploads, list } = useUploads();
  const [isFinished, setFinished] = useState(false);
  if (isFinished) return <Receipt shared={shared} folders={folders} list={list} onBack={() => setFinished(false)} />;
  const missing = folders.filter(({ DocumentCount }) => (DocumentCount ?? 0) === 0);
  const filled = folders.length - missing.length;
  return (
    <Stack gap="lg">
      <Intro visit={visit} name={shared.Name}>
        <Text>{t.explanation}</Text>
      </Intro>
      <section>
        <Title order={2} size="h4" mb="xs">
          {t.title}
        </Title>
        <Text role="status" mb="sm">
          {t.progress(filled, folders.length)}.{' '}
          {missing.length === 0 ? t.complete : t.missing(missing.map(({ FolderName }) => FolderName))}
        </Text>
        <ol className={css.slots}>
          {folders.map((folder) => (
            <Slot key={folder.FolderId} folder={folder} uploads={uploads} />
          ))}
        </ol>
      </section>
      <UploadTray uploads={uploads} list={list} canClear={false} />
      <Group>
        <Button size="md" variant={missing.length === 0 ? 'filled' : 'default'} onClick={() => setFinished(true)}>
          {t.finish}
        </Button>
      </Group>
    </Stack>
  );
}
