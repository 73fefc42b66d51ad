import { Checkbox, Stack, TextInput } from '@mantine/core';
import type { Token } from '../../api/answers.ts';
import { SCOPES, type Scope } from '../../api/tokens.ts';
import { adminTokensMessages } from '../../messages/en/admin/tokens.ts';
import { dayFrom, endOfDay } from '../sharing/share-draft.ts';

const t = adminTokensMessages.limits;

/** `scopes` null: everything. `expiresOn` null: never. */
type Limits = { scopes: Scope[] | null; expiresOn: string | null };

type Props = Limits & { onChange: (limits: Partial<Limits>) => void };

/** The scopes of a token in words. */
export function describeScopes({ Scopes }: Pick<Token, 'Scopes'>): string {
  return Scopes === null ? t.everything : Scopes.map((scope) => t.names[scope]).join(', ');
}

/** The scopes and the end of a new token. */
export function LimitFields({ scopes, expiresOn, onChange }: Props) {
  return (
    <>
      <Checkbox
        label={t.limit}
        description={t.limitHint}
        checked={scopes !== null}
        onChange={({ currentTarget }) => onChange({ scopes: currentTarget.checked ? ['documents:read'] : null })}
      />
      {scopes === null ? null : (
        <Checkbox.Group
          label={t.scopes}
          value={scopes}
          onChange={(values) => onChange({ scopes: SCOPES.filter((scope) => values.includes(scope)) })}
        >
          <Stack gap="xs" mt="xs">
            {SCOPES.map((scope) => (
              <Checkbox key={scope} value={scope} label={t.names[scope]} description={t.hints[scope]} />
            ))}
          </Stack>
        </Checkbox.Group>
      )}
      <TextInput
        type="date"
        label={t.expires}
        description={t.expiresHint}
        value={expiresOn === null ? '' : dayFrom(new Date(expiresOn), 0)}
        onChange={({ currentTarget }) => {
          const end = endOfDay(currentTarget.value);
          onChange({ expiresOn: end === '' ? null : end });
        }}
      />
    </>
  );
}
