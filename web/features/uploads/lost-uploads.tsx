import { Alert, Button, Group, Text } from '@mantine/core';
import { texts } from '../../texts/en.ts';
import { AddFiles } from './add-files.tsx';
import type { Upload } from './upload.ts';
import type { Uploads } from './uploads.ts';

const said = texts.uploads.lost;

/** After a reload: what the browser cannot read again by itself has to be chosen again, and goes on where it stopped. */
export function LostUploads({ uploads, list }: { uploads: Uploads; list: readonly Upload[] }) {
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
        {said.text(lost.length)} {canRead ? null : said.again}
      </Text>
      <Group>
        {canRead ? <Button onClick={() => void uploads.readLost()}>{said.goOn}</Button> : null}
        {hasFolder ? <AddFiles kind="folder" variant="default" label={said.folder} onPick={again} /> : null}
        {hasFile ? <AddFiles variant="default" label={said.files} onPick={again} /> : null}
        <Button variant="subtle" onClick={() => lost.forEach(({ id }) => uploads.remove(id))}>
          {said.forget}
        </Button>
      </Group>
    </Alert>
  );
}
