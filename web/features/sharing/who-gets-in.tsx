import { IconInfoCircle } from '@tabler/icons-react';
import type { SharingRules } from '../../api/answers.ts';
import { sharingTexts } from '../../texts/en/sharing.ts';
import { type Wish, protectionOf } from './wish.ts';

const said = sharingTexts.access;

/** Says plainly who will get in. */
export function WhoGetsIn({ wish, rules }: { wish: Wish; rules: SharingRules }) {
  return (
    <div className="who-gets-in" role="status" aria-label={said.label}>
      <IconInfoCircle size={20} stroke={1.75} aria-hidden />
      <p>
        <strong>{said.label}:</strong> {whoGetsIn(wish)} {rules.IsChecked ? said.isChecked : ''}
      </p>
    </div>
  );
}

function whoGetsIn(wish: Wish): string {
  const { length: count } = wish.people;
  const protection = protectionOf(wish);
  if (protection === 'code') return said.code(count);
  if (count === 0) return protection === 'password' ? said.password : said.anybody;
  return protection === 'password' ? said.passwordToo : said.personal(count);
}
