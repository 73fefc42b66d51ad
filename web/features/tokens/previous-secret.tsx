import type { Token } from '../../api/answers.ts';
import { adminTokensMessages as t } from '../../messages/en/admin/tokens.ts';
import { formatTime } from '../../ui/format.ts';

/** After a rotation: until when the previous secret works, and whether it is still used. */
export function PreviousSecret({ token }: { token: Pick<Token, 'PreviousValidUntil' | 'PreviousLastUsed'> }) {
  const { PreviousValidUntil: until, PreviousLastUsed: used } = token;
  if (until === null) return null;
  return (
    <small>
      {t.previous(formatTime(until))}
      {used === null ? null : t.previousUsed(formatTime(used))}
    </small>
  );
}
