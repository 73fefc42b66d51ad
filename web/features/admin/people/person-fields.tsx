import { Checkbox, TextInput } from '@mantine/core';
import { adminPeopleMessages } from '../../../messages/en/admin/people.ts';
import { type FieldErrors, fieldErrors } from '../../sharing/field-errors.ts';
import { EMAIL_HINTS, NAME_HINTS } from '../../../ui/input-hints.ts';

const t = adminPeopleMessages.fields;

/** The fields of a person. */
export type Named = { Name: string; Email: string; IsSiteAdmin: boolean };

export type PersonField = 'Name' | 'Email' | 'Password';

/** Field errors from the server. Null if the problem is about no field. */
export const personErrors = (error: Error | null): FieldErrors<PersonField> | null =>
  fieldErrors(error, (name) => (name === 'Name' || name === 'Email' || name === 'Password' ? name : null));

type Props = {
  person: Named;
  errors: FieldErrors<PersonField> | null;
  onChange: (person: Named) => void;
  /** The SCIM connection that manages the name and the address, which can't be changed here then. */
  managedBy?: string | null;
};

/** Name, email and the site admin role. */
export function PersonFields({ person, errors, onChange, managedBy = null }: Props) {
  const isManaged = managedBy !== null;
  return (
    <>
      {isManaged ? <p>{t.managed(managedBy)}</p> : null}
      <TextInput
        {...NAME_HINTS}
        label={t.name}
        maxLength={199}
        readOnly={isManaged}
        value={person.Name}
        error={errors?.Name}
        onChange={({ currentTarget }) => onChange({ ...person, Name: currentTarget.value })}
      />
      <TextInput
        {...EMAIL_HINTS}
        label={t.email}
        type="email"
        readOnly={isManaged}
        value={person.Email}
        error={errors?.Email}
        onChange={({ currentTarget }) => onChange({ ...person, Email: currentTarget.value })}
      />
      <Checkbox
        label={t.siteAdmin}
        checked={person.IsSiteAdmin}
        onChange={({ currentTarget }) => onChange({ ...person, IsSiteAdmin: currentTarget.checked })}
      />
    </>
  );
}
