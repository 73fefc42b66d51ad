import { Type } from 'typebox';
import { flag } from '../../platform/openapi/fields.ts';
import { ABILITIES, TRASH_ABILITIES } from './library.policy.ts';

/** The caller's abilities on a library, folder or document (docs/api/permissions.md#abilities). */
export const AbilitiesSchema = Type.Object(flags(ABILITIES), {
  title: 'Abilities',
  description: 'The operations that you can do now. Operations that this kind of object does not have are false.',
});

/** The same for an item in the trash. */
export const TrashAbilitiesSchema = Type.Object(flags(TRASH_ABILITIES), {
  title: 'TrashAbilities',
  description: 'The operations that you can do with an item in the trash.',
});

function flags<Name extends string>(descriptions: Record<Name, string>): Record<Name, ReturnType<typeof flag>> {
  const entries = Object.entries<string>(descriptions).map(([name, description]) => [name, flag(description)]);
  return Object.fromEntries(entries) as Record<Name, ReturnType<typeof flag>>;
}

/** Rights of the caller. */
export const RightsSchema = (description: string) =>
  Type.Array(Type.Enum(['Read', 'Write', 'Delete', 'Grant']), { description });
