import { Text, TextInput } from '@mantine/core';
import type { SharingRules } from '../../api/answers.ts';
import { sharingTexts } from '../../texts/en/sharing.ts';
import { printSize } from '../../ui/format.ts';
import type { Wish } from './wish.ts';

const texts = sharingTexts.limits;

type Props = {
  wish: Pick<Wish, 'maxGigabytes' | 'maxFiles'>;
  rules: SharingRules;
  errors: { bytes?: string; files?: string };
  onChange: (change: Partial<Wish>) => void;
};

/** How much visitors may upload by the link. Empty fields leave it at the limits of the settings. */
export function UploadLimitsField({ wish, rules, errors, onChange }: Props) {
  const { MaxUploadBytes: bytes, MaxUploadDocuments: files } = rules;
  return (
    <details
      className="share-limits"
      open={errors.bytes !== undefined || errors.files !== undefined ? true : undefined}
    >
      <summary>{texts.title}</summary>
      <Text size="sm" c="dimmed" mb="xs">
        {texts.standard(bytes === null ? null : printSize(bytes), files)}
      </Text>
      <div className="share-pair">
        <TextInput
          label={texts.size}
          inputMode="decimal"
          autoComplete="off"
          error={errors.bytes === undefined ? undefined : texts.wrongSize}
          value={wish.maxGigabytes}
          onChange={({ currentTarget }) => onChange({ maxGigabytes: currentTarget.value })}
        />
        <TextInput
          label={texts.files}
          inputMode="numeric"
          autoComplete="off"
          error={errors.files === undefined ? undefined : texts.wrongFiles}
          value={wish.maxFiles}
          onChange={({ currentTarget }) => onChange({ maxFiles: currentTarget.value })}
        />
      </div>
    </details>
  );
}
