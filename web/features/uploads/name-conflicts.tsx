import { Alert, Button, Group, Text } from '@mantine/core';
import { uploadMessages } from '../../messages/en/uploads.ts';
import type { Upload } from './upload.ts';
import type { Uploads } from './uploads.ts';
import css from './uploads.module.css';

const t = uploadMessages.taken;

/** Files whose names are taken by files with other content, with buttons for all of them. Each row has buttons of its own. */
export function NameConflicts({ uploads, list }: { uploads: Uploads; list: readonly Upload[] }) {
  const taken = list.filter(({ state }) => state === 'taken');
  const [first] = taken;
  if (first === undefined) return null;
  return (
    <Alert variant="outline" role="status">
      <Text mb="sm" className={css.uploadName}>
        {taken.length === 1 ? t.one(first.path) : t.some(taken.length)}
      </Text>
      <Group gap="xs">
        <Button onClick={() => uploads.answerAll('version')}>{t.version(taken.length)}</Button>
        <Button variant="default" onClick={() => uploads.answerAll('both')}>
          {t.both}
        </Button>
        <Button variant="default" onClick={() => uploads.answerAll('skip')}>
          {t.skip}
        </Button>
      </Group>
    </Alert>
  );
}
