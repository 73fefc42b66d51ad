import { IconInfoCircle } from '@tabler/icons-react';
import type { SharingRules } from '../../api/answers.ts';
import { sharingMessages } from '../../messages/en/sharing.ts';
import { type ShareDraft, protectionOf } from './share-draft.ts';
import css from './sharing.module.css';

const t = sharingMessages.access;

/** Summarizes who will have access. */
export function AccessSummary({ draft, rules }: { draft: ShareDraft; rules: SharingRules }) {
  return (
    <div className={css.whoGetsIn} role="status" aria-label={t.label}>
      <IconInfoCircle size={20} stroke={1.75} aria-hidden />
      <p>
        <strong>{t.label}:</strong> {describeAccess(draft)} {rules.IsChecked ? t.isChecked : ''}
      </p>
    </div>
  );
}

function describeAccess(draft: ShareDraft): string {
  const { length: count } = draft.people;
  const protection = protectionOf(draft);
  if (protection === 'code') return t.code(count);
  if (count === 0) return protection === 'password' ? t.password : t.anyone;
  return protection === 'password' ? t.passwordToo : t.personal(count);
}
