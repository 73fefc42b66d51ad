import { Type } from 'typebox';
import { count, flag, id, nullable } from '../../platform/openapi/fields.ts';

const failure = nullable(Type.String(), 'The class of the failure, as of sign-ins; null: none.');

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

export const ProviderTestSchema = Type.Object(
  {
    IsComplete: flag('Whether the browser came back from the provider.'),
    Failure: failure,
    Claims: nullable(
      Type.Record(Type.String(), Type.Unknown(), { description: 'By name.' }),
      'The claims of the person who signed in, or `reason` after a failure; null: not complete.',
    ),
  },
  {
    title: 'ProviderTest',
    description: 'The result of signing in at a provider for a test. Nothing was changed by it.',
  },
);

export const ProviderTestParams = Type.Object({ providerId: id('The provider.'), testId: id('The test.') });
