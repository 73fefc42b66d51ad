import type { SharingRules } from '../../api/answers.ts';
import { sharingMessages } from '../../messages/en/sharing.ts';

const t = sharingMessages.protection;

/** The password rules as text. */
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
