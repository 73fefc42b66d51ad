import { Button, FileButton } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ApiError } from '../../api/client.ts';
import { removePicture, setPicture } from '../../api/profile.ts';
import { profileMessages } from '../../messages/en/profile.ts';
import { Avatar } from '../../ui/person/avatar.tsx';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { showNotice } from '../shell/notice-list.ts';
import { useMe } from '../shell/use-me.ts';
import { CropDialog } from './crop-dialog.tsx';
import css from './profile.module.css';

const t = profileMessages.picture;
const TYPES = 'image/png,image/jpeg,image/webp';

/** The person's picture, with buttons that upload and remove it. */
export function PictureField() {
  const { UserId, Name, PictureUri } = useMe();
  const [image, setImage] = useState<ImageBitmap | null>(null);
  const [isUnreadable, setUnreadable] = useState(false);
  const change = useChange(() => setImage(null));
  const choose = async (file: File | null) => {
    if (file === null) return;
    change.reset();
    const read = await createImageBitmap(file).catch(() => null);
    setUnreadable(read === null);
    setImage(read);
  };
  const problem = <ProblemAlert error={change.error} known={known} />;
  return (
    <div className={css.picture}>
      <Avatar name={Name} of={UserId} picture={PictureUri} size={96} />
      <Ways
        hasPicture={PictureUri !== null}
        isBusy={change.isPending}
        onChoose={(file) => void choose(file)}
        onRemove={() => change.mutate(null)}
      />
      <p role="alert" className={css.pictureError}>
        {isUnreadable ? t.unreadable : null}
      </p>
      {image === null ? (
        problem
      ) : (
        <CropDialog image={image} isBusy={change.isPending} onUse={change.mutate} onClose={() => setImage(null)}>
          {problem}
        </CropDialog>
      )}
    </div>
  );
}

type WaysProps = {
  hasPicture: boolean;
  isBusy: boolean;
  onChoose: (file: File | null) => void;
  onRemove: () => void;
};

function Ways({ hasPicture, isBusy, onChoose, onRemove }: WaysProps) {
  return (
    <div className={css.pictureWays}>
      <FileButton accept={TYPES} onChange={onChoose}>
        {(props) => (
          <Button variant="default" {...props}>
            {hasPicture ? t.replace : t.choose}
          </Button>
        )}
      </FileButton>
      {hasPicture ? (
        <Button variant="subtle" color="red" loading={isBusy} onClick={onRemove}>
          {t.remove}
        </Button>
      ) : null}
    </div>
  );
}

function useChange(onDone: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (image: Blob | null) => (image === null ? removePicture() : setPicture(image)),
    onSuccess: async (_answer, image) => {
      onDone();
      // Every list that shows the person contains the URL of the picture.
      await queries.invalidateQueries();
      showNotice({ kind: 'done', text: image === null ? t.removed : t.saved });
    },
  });
}

function known({ status }: ApiError): string | null {
  if (status === 503) return t.busy;
  return status === 400 || status === 413 || status === 415 ? t.unreadable : null;
}
