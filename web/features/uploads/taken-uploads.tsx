import { Alert, Button, Group, Text } from '@mantine/core';
import { texts } from '../../texts/en.ts';
import type { Upload } from './upload.ts';
import type { Uploads } from './uploads.ts';

const said = texts.uploads.taken;

/** Files whose names are there already with another content: what is to be done with all of them. Each row asks for itself. */
export function TakenUploads({ uploads, list }: { uploads: Uploads; list: readonly Upload[] }) {
  const taken = list.filter(({ state }) => state === 'taken');
  const [first] = taken;
  if (first === undefined) return null;
  return (
    <Alert variant="outline" role="status">
      <Text mb="sm" className="upload-name">
        {taken.length === 1 ? said.one(first.path) : said.some(taken.length)}
      </Text>
      <Group gap="xs">
        <Button onClick={() => uploads.answerAll('version')}>{said.version(taken.length)}</Button>
        <Button variant="default" onClick={() => uploads.answerAll('both')}>
          {said.both}
        </Button>
        <Button variant="default" onClick={() => uploads.answerAll('skip')}>
          {said.skip}
        </Button>
      </Group>
    </Alert>
  );
}
