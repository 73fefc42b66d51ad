import type { Command } from 'commander';

/** `carrel deployment`. */
export function addDeploymentCommands(program: Command): void {
  const deployment = program.command('deployment').description('deployments (tenants) of this instance');
  deployment
    .command('create')
    .description('create a deployment with a site admin and an API token')
    .requiredOption('--name <name>', 'name of the deployment')
    .requiredOption('--admin-email <email>', 'address of its first site admin')
    .option('--json', 'print JSON')
    .action(async (options) => (await import('./cli/deployment.ts')).createDeployment(options));
  deployment
    .command('list')
    .option('--json', 'print JSON')
    .action(async (options) => (await import('./cli/deployment.ts')).listDeployments(options));

  deployment
    .command('host')
    .description('give a deployment a host name of its own')
    .argument('<id>', 'deployment')
    .argument('[host]', 'host name, such as files.example.com')
    .option('--remove', 'remove the host name')
    .option('--json', 'print JSON')
    .action(async (id, host, options) => (await import('./cli/deployment.ts')).setDeploymentHost(id, host, options));
}
