import type { Static } from 'typebox';
import type { Deps } from '../../platform/deps.ts';
import type { Actor } from '../../core/actor.ts';
import type { Site } from '../../core/hosts/sites.ts';
import { readSettings } from '../../core/settings/settings.access.ts';
import { findShownDeployment } from '../../core/settings/settings.queries.ts';
import { signInUri } from '../identity-providers/provider-addresses.ts';
import { listProviders } from '../identity-providers/providers.queries.ts';
import type { SignInOptionsSchema } from '../identity-providers/providers.schema.ts';

/**
 * The ways to sign in of the person's deployment. Before sign-in the person is unknown: these are the deployment's if the address is its own, or the instance has a single one; otherwise
 * tenants of an instance stay unknown to each other, and people use the address of their provider.
 */
export async function readSignInOptions(
  { sql }: Deps,
  site: Site,
  actor: Actor | null,
): Promise<Static<typeof SignInOptionsSchema>> {
  const only = actor ?? (await findShownDeployment(sql, site.deploymentId));
  if (only === null) return { PasswordSignIn: true, Providers: [] };
  const { PasswordSignIn } = await readSettings(sql, only.deploymentId);
  const providers = (await listProviders(sql, only.deploymentId)).filter(({ isEnabled }) => isEnabled);
  return {
    PasswordSignIn,
    Providers: providers.map(({ providerId, name }) => {
      return { ProviderId: providerId, Name: name, SignInUri: signInUri(site, providerId) };
    }),
  };
}
