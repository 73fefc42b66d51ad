import type { Deps } from '../../platform/deps.ts';
import { type NamedDeployment, listNamedDeployments } from '../../core/deployments/deployments.queries.ts';
import { signedLogoUri } from '../../core/settings/logo-address.ts';
import type { PasswordOwner } from '../credentials/password-owners.ts';

/** The password matches accounts in several deployments, so the client must name one. */
export type DeploymentChoice = { deployments: NamedDeployment[] };

/** The deployments of accounts with the same address and password. */
export async function chooseAmong({ sql }: Pick<Deps, 'sql'>, owners: PasswordOwner[]): Promise<DeploymentChoice> {
  const deploymentIds = owners.map(({ deploymentId }) => deploymentId);
  return { deployments: await listNamedDeployments(sql, deploymentIds) };
}

/** The deployments among which the client chooses. */
export function presentChoice(deps: Pick<Deps, 'config' | 'secretKey'>, { deployments }: DeploymentChoice) {
  return {
    Deployments: deployments.map((deployment) => ({
      DeploymentId: deployment.deploymentId,
      Name: deployment.name,
      LogoUri: signedLogoUri(deps, deployment),
    })),
  };
}
