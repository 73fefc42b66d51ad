import { Text, TextInput } from '@mantine/core';
import type { SharingRules } from '../../api/answers.ts';
import type { ItemKey } from '../../api/keys.ts';
import { sharingMessages } from '../../messages/en/sharing.ts';
import { formatSize } from '../../ui/format.ts';
import type { ShareDraft } from './share-draft.ts';
import { DECIMAL_HINTS, NUMBER_HINTS } from '../../ui/input-hints.ts';
import css from './sharing.module.css';

const t = sharingMessages.limits;

type Props = {
  kind: ItemKey['kind'];
  draft: Pick<ShareDraft, 'maxGigabytes' | 'maxFiles'>;
  rules: SharingRules;
  errors: { bytes?: string; files?: string };
  onChange: (change: Partial<ShareDraft>) => void;
};

/** Limits of uploads through the link. Empty fields stand for the limits of the settings. Links to documents take only versions. */
export function UploadLimitsField({ kind, draft, rules, errors, onChange }: Props) {
  const { MaxUploadBytes: bytes } = rules;
  const files = kind === 'document' ? null : rules.MaxUploadDocuments;
  return (
    <details
      className={css.shareLimits}
      open={errors.bytes !== undefined || errors.files !== undefined ? true : undefined}
    >
      <summary>{t.title}</summary>
      <Text size="sm" c="dimmed" mb="xs">
        {t.standard(bytes === null ? null : formatSize(bytes), files)}
      </Text>
      <div className={css.sharePair}>
        <TextInput
          {...DECIMAL_HINTS}
          label={t.size}
          error={errors.bytes === undefined ? undefined : t.wrongSize}
          value={draft.maxGigabytes}
          onChange={({ currentTarget }) => onChange({ maxGigabytes: currentTarget.value })}
        />
        {kind === 'document' ? null : (
          <TextInput
            {...NUMBER_HINTS}
            label={t.files}
            error={errors.files === undefined ? undefined : t.wrongFiles}
            value={draft.maxFiles}
            onChange={({ currentTarget }) => onChange({ maxFiles: currentTarget.value })}
          />
        )}
      </div>
    </details>
  );
}
