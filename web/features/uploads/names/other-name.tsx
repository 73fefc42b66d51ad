import { Button } from '@mantine/core';
import { uploadMessages } from '../../../messages/en/uploads.ts';
import type { Upload } from '../upload.ts';
import type { Uploads } from '../uploads.ts';
import { storableName } from './storable-name.ts';
import css from '../uploads.module.css';

const t = uploadMessages;

type Props = { upload: Upload; uploads: Uploads };

/** Uploads a file whose name was refused under the nearest name that is accepted. Nothing if the name is not the reason. */
export function OtherName({ upload: { id, path }, uploads }: Props) {
  const start = path.lastIndexOf('/') + 1;
  const refused = path.slice(start);
  const name = storableName(refused);
  // The server accepts every form of Unicode.
  if (name === refused.normalize('NFC')) return null;
  return (
    <Button
      variant="default"
      size="compact-sm"
      className={css.otherName}
      aria-label={t.uploadFileAs(path, name)}
      onClick={() => uploads.rename(id, path.slice(0, start) + name)}
    >
      {t.uploadAs(shortened(name))}
    </Button>
  );
}

const shortened = (name: string) => (name.length > 40 ? `${name.slice(0, 24)}…${name.slice(-12)}` : name);
