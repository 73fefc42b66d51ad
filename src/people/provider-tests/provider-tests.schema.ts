import { Type } from 'typebox';
import { count, flag, id, name, nullable } from '../../platform/openapi/fields.ts';
import { PersonSchema } from '../../core/persons/persons.schema.ts';
import { failureClass } from '../identity-providers/providers.schema.ts';

const failure = nullable(failureClass(''), 'The class of the failure, as of sign-ins; null: none.');

export const ProviderCheckSchema = Type.Object(
  {
    Failure: failure,
    Reason: nullable(Type.String(), 'The reason of the failure; null: none.'),
    KeyCount: count('Number of keys that the provider publishes.'),
    TestId: nullable(Type.Integer(), 'The attempt that signing in at `Uri` completes; null after a failure.'),
    Uri: nullable(Type.String(), 'The page of the provider to open in the same browser; null after a failure.'),
  },
  { title: 'ProviderCheck', description: 'Whether the configuration and the keys of a provider can be read.' },
);

export const ProviderTestOutcome = Type.Object(
  {
    Kind: Type.Enum(['SignIn', 'Connect', 'Create', 'Refuse'], {
      description:
        '`SignIn`: to the account that is connected already. `Connect`: to the account with the address, which is then connected. ' +
        '`Create`: to a new account. `Refuse`: see `Failure`.',
    }),
    Failure: failure,
    Reason: nullable(Type.String(), 'The reason of the failure; null: none.'),
    Person: nullable(PersonSchema, 'The existing account; null: none.'),
    Name: name('Name of the person as the provider sends it.'),
    Email: nullable(Type.String(), 'Address that the provider sends; null: none.'),
    IsEmailVerified: flag('Whether the address counts as verified.'),
    IsSiteAdmin: flag('Whether the person would be a site admin.'),
    Groups: nullable(
      Type.Array(
        Type.Object({
          GroupId: id('The group.'),
          GroupName: name('Name of the group.'),
          IsMember: flag('Whether the person would be a member.'),
        }),
        { description: 'The groups that the provider manages.' },
      ),
      'The groups that the provider manages; null: memberships would stay as they are.',
    ),
  },
  { title: 'ProviderTestOutcome', description: 'The result of a sign-in now.' },
);

export const ProviderTestSchema = Type.Object(
  {
    IsComplete: flag('Whether the browser came back from the provider.'),
    Failure: failure,
    Claims: nullable(
      Type.Record(Type.String(), Type.Unknown(), { description: 'By name.' }),
      'The claims of the person who signed in, or `reason` after a failure; null: not complete.',
    ),
    Outcome: nullable(
      ProviderTestOutcome,
      'The result of a sign-in with these claims and the current configuration; null after a failure, or not complete.',
    ),
  },
  {
    title: 'ProviderTest',
    description: 'The result of a test sign-in with a provider. The test changes nothing.',
  },
);

export const ProviderTestParams = Type.Object({ providerId: id('The provider.'), testId: id('The test.') });
