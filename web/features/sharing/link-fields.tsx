import { NativeSelect } from '@mantine/core';
import type { SharingRules } from '../../api/answers.ts';
import { sharingMessages } from '../../messages/en/sharing.ts';
import { CommentsField } from './comments-field.tsx';
import { ExpirationField } from './expiration-field.tsx';
import type { FieldErrors } from './field-errors.ts';
import { ProtectionField } from './protection-field.tsx';
import {
  type ShareDraft,
  type ShareRights,
  allowsUpload,
  canMark,
  protectionOf,
  rightsOptions,
} from './share-draft.ts';
import { UploadLimitsField } from './upload-limits-field.tsx';
import type { ShareField, ShareableItem } from './use-share.ts';
import { WatermarkField } from './watermark-field.tsx';
import css from './sharing.module.css';

type Props = {
  item: ShareableItem;
  rules: SharingRules;
  draft: ShareDraft;
  errors: FieldErrors<ShareField> | null;
  /** The label of the field for what visitors can do. */
  label?: string;
  onChange: (change: Partial<ShareDraft>) => void;
};

/** The fields of a link: the rights of visitors, its expiration, its protection and its upload limits. */
export function LinkFields({ item, rules, draft, errors, label = sharingMessages.rights.label, onChange }: Props) {
  return (
    <>
      <RightsField {...{ item, rules, draft, errors, label, onChange }} />
      {canMark(draft) ? (
        <WatermarkField
          isMarked={draft.isMarked}
          isByCode={protectionOf(draft) === 'code'}
          onChange={(isMarked) => onChange({ isMarked })}
        />
      ) : null}
      <div className={css.sharePair}>
        <div>
          <ExpirationField
            expiration={draft.expiration}
            rules={rules}
            error={errors?.expiration}
            onChange={(expiration) => onChange({ expiration })}
          />
        </div>
        <div>
          <ProtectionField draft={draft} rules={rules} error={errors?.password} onChange={onChange} />
        </div>
      </div>
      {draft.rights === 'collect' ? null : (
        <CommentsField isOn={draft.comments} onChange={(comments) => onChange({ comments })} />
      )}
      {allowsUpload(draft) ? (
        <UploadLimitsField kind={item.kind} draft={draft} rules={rules} errors={{ ...errors }} onChange={onChange} />
      ) : null}
    </>
  );
}

function RightsField({ item, rules, draft: { rights }, errors, label, onChange }: Props) {
  const { options, hints } = sharingMessages.rights;
  return (
    <NativeSelect
      label={label}
      description={hints[rights]}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      error={errors?.rights}
      data={rightsOptions(item, rules).map((value) => ({ value, label: options[value] }))}
      value={rights}
      onChange={({ currentTarget }) => onChange({ rights: currentTarget.value as ShareRights })}
    />
  );
}
