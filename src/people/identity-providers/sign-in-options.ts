import type { Static } from 'typebox';
import type { Deps } from '../../platform/deps.ts';
import { readSettings } from '../../core/settings/settings.access.ts';
import { findOnlyDeployment } from '../../core/settings/settings.queries.ts';
import { signInUri } from './provider-addresses.ts';
import { listProviders } from './providers.queries.ts';
import type { SignInOptionsSchema } from './providers.schema.ts';

/**
 * The ways to sign in. The person is unknown, so these are the deployment's only if the instance has a single one; otherwise
 * tenants of an instance stay unknown to each other, and people use the address of their provider.
 */
export async function readSignInOptions({ sql, config }: Deps): Promise<Static<typeof SignInOptionsSchema>> {
  const only = await findOnlyDeployment(sql);
  if (only === null) return { PasswordSignIn: true, Providers: [] };
  const { PasswordSignIn } = await readSettings(sql, only.deploymentId);
  const providers = (await listProviders(sql, only.deploymentId)).filter(({ isEnabled }) => isEnabled);
  return {
    PasswordSignIn,
    Providers: providers.map(({ providerId, name }) => {
      return { ProviderId: providerId, Name: name, SignInUri: signInUri(config, providerId) };
    }),
  };
}
