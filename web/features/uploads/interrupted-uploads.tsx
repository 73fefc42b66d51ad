import { Alert, Button, Group, Text } from '@mantine/core';
import { uploadMessages } from '../../messages/en/uploads.ts';
import { AddFiles } from './add-files.tsx';
import type { Upload } from './upload.ts';
import type { Uploads } from './uploads.ts';

const t = uploadMessages.lost;

/** After a reload: files that the browser cannot read again must be selected again, and resume. */
export function InterruptedUploads({ uploads, list }: { uploads: Uploads; list: readonly Upload[] }) {
  const lost = list.filter(({ state }) => state === 'lost');
  const [first] = lost;
  if (first === undefined) return null;
  const hasFolder = lost.some(({ path }) => path.includes('/'));
  const hasFile = lost.some(({ path }) => !path.includes('/'));
  const canRead = lost.some(({ isReadable }) => isReadable);
  const again = (picked: Parameters<Uploads['add']>[1]) => void uploads.add(first.target, picked);
  return (
    <Alert variant="outline" role="status">
      <Text mb="sm">
        {t.text(lost.length)} {canRead ? null : t.again}
      </Text>
      <Group>
        {canRead ? <Button onClick={() => void uploads.readLost()}>{t.resume}</Button> : null}
        {hasFolder ? <AddFiles kind="folder" variant="default" label={t.folder} onPick={again} /> : null}
        {hasFile ? <AddFiles variant="default" label={t.files} onPick={again} /> : null}
        <Button variant="subtle" onClick={() => lost.forEach(({ id }) => uploads.remove(id))}>
          {t.skip}
        </Button>
      </Group>
    </Alert>
  );
}
