import type { SharingRules } from '../../api/answers.ts';
import { sharingTexts } from '../../texts/en/sharing.ts';

const said = sharingTexts.protection;

/** What a password must have, in words. */
export function passwordNeeds({ PasswordPolicy: policy }: SharingRules): string {
  const needs: [boolean, string][] = [
    [true, said.length(policy.MinLength)],
    [policy.RequireUppercase, said.upper],
    [policy.RequireLowercase, said.lower],
    [policy.RequireDigit, said.digit],
    [policy.RequireSymbol, said.symbol],
  ];
  return said.needs(needs.filter(([isNeeded]) => isNeeded).map(([, what]) => what));
}
