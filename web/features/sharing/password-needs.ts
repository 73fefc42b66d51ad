import type { SharingRules } from '../../api/answers.ts';
import { sharingMessages } from '../../messages/en/sharing.ts';

const t = sharingMessages.protection;

/** What a password must have, in words. */
export function passwordNeeds({ PasswordPolicy: policy }: SharingRules): string {
  const needs: [boolean, string][] = [
    [true, t.length(policy.MinLength)],
    [policy.RequireUppercase, t.upper],
    [policy.RequireLowercase, t.lower],
    [policy.RequireDigit, t.digit],
    [policy.RequireSymbol, t.symbol],
  ];
  return t.needs(needs.filter(([isNeeded]) => isNeeded).map(([, what]) => what));
}
