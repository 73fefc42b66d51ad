import { Skeleton, Stack, Text } from '@mantine/core';
import { useMutation, useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import type { Place, TagType } from '../../api/answers.ts';
import { type TagValues, changeTags } from '../../api/tags.ts';
import { tagMessages } from '../../messages/en/tags.ts';
import { FormDialog } from '../../ui/dialog/form-dialog.tsx';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import type { LibraryItem } from '../library/item/library-item.ts';
import { describeFailure } from '../library/actions/run-all.ts';
import { TagChoice, type TagDraft } from './tag-choice.tsx';
import { tagTypesOf } from './tag-types-of.ts';

const t = tagMessages.bulk;

type Props = {
  place: Place;
  documents: LibraryItem[];
  /** Sets the values on all documents. */
  onSet: (values: TagValues) => void;
  onClose: () => void;
};

/** Sets some tags of several documents. */
export function BulkTagsDialog({ place, documents, onSet, onClose }: Props) {
  const [types] = useQueries({ queries: tagTypesOf(place) });
  const [draft, setDraft] = useState<TagDraft>(new Map());
  const values = [...draft].map(([TagTypeId, Value]) => ({ TagTypeId, Value }));
  // The first document shows whether the values are valid, while they can still be corrected.
  const check = useMutation({
    mutationFn: async () => (documents[0] === undefined ? null : changeTags(documents[0].id, values)),
    onSuccess: () => {
      onClose();
      onSet(values);
    },
  });
  return (
    <FormDialog
      title={t.title(documents.length)}
      submit={t.save}
      isBusy={check.isPending}
      canSubmit={values.length > 0}
      onSubmit={() => check.mutate()}
      onClose={onClose}
    >
      <Stack gap="md">
        <Text c="dimmed">{types === undefined || types.data?.length === 0 ? t.none : t.text}</Text>
        <ProblemAlert error={types?.error ?? null} />
        {types?.isPending === true ? <Skeleton height={80} /> : null}
        {types?.data?.map((type) => (
          <Choice key={type.TagTypeId} type={type} draft={draft} onChange={setDraft} />
        ))}
        <ProblemAlert
          error={check.error}
          known={(error) => (error.status === 400 ? tagMessages.wrong : describeFailure(error))}
        />
      </Stack>
    </FormDialog>
  );
}

type ChoiceProps = { type: TagType; draft: TagDraft; onChange: (draft: TagDraft) => void };

function Choice(props: ChoiceProps) {
  return <TagChoice {...props} label={t.value(props.type.TagTypeName)} description={t.clears} />;
}
