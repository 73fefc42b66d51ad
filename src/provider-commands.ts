/** The commands about identity providers: by which people sign in, and that manage people. */
import type { Command } from 'commander';

export function addProviderCommands(program: Command): void {
  const provider = program.command('provider').description('identity providers by which people sign in');
  provider
    .command('add')
    .requiredOption('--name <name>', 'name on the sign-in page')
    .requiredOption('--issuer <url>', 'issuer of the provider')
    .requiredOption('--client-id <id>', 'identifier of Carrel at the provider')
    .option('--secret-file <path>', 'file with the client secret; none for a public client')
    .option('--domain <domain...>', 'email domains for which the provider is trusted')
    .option('--create-users', 'people with a verified address in these domains get an account', false)
    .option('--enable', 'people can sign in with it at once', false)
    .option('--deployment <id>', 'deployment; required if there are several')
    .option('--json', 'print JSON')
    .action(async (options) => (await import('./cli/provider.ts')).addProviderCommand(options));
  provider
    .command('list')
    .option('--deployment <id>', 'deployment; required if there are several')
    .option('--json', 'print JSON')
    .action(async (options) => (await import('./cli/provider.ts')).listProvidersCommand(options));
  provider
    .command('test')
    .description('read the configuration and the keys of a provider')
    .argument('<id>', 'its ProviderId')
    .option('--deployment <id>', 'deployment; required if there are several')
    .option('--json', 'print JSON')
    .action(async (id, options) => (await import('./cli/provider.ts')).testProviderCommand(id, options));
  provider
    .command('remove')
    .description('remove a provider and end the sessions that it opened')
    .argument('<id>', 'its ProviderId')
    .option('--deployment <id>', 'deployment; required if there are several')
    .option('--json', 'print JSON')
    .action(async (id, options) => (await import('./cli/provider.ts')).removeProviderCommand(id, options));
  addSwitches(provider);
  addScimCommands(program);
}

function addSwitches(provider: Command): void {
  for (const [name, isEnabled] of [
    ['enable', true],
    ['disable', false],
  ] as const) {
    provider
      .command(name)
      .description(isEnabled ? 'let people sign in with a provider' : 'stop sign-ins with a provider; sessions stay')
      .argument('<id>', 'its ProviderId')
      .option('--deployment <id>', 'deployment; required if there are several')
      .option('--json', 'print JSON')
      .action(async (id, options) => (await import('./cli/provider.ts')).switchProviderCommand(id, isEnabled, options));
  }
}

function addScimCommands(program: Command): void {
  const scim = program.command('scim').description('identity providers that manage people by SCIM 2.0');
  scim
    .command('create')
    .description('create a connection and print its token once')
    .requiredOption('--name <name>', 'name of the identity provider')
    .option('--deployment <id>', 'deployment; required if there are several')
    .option('--no-invitations', 'send no invitations to people whom the connection adds')
    .option('--manage-existing', 'also manage people and groups that no connection manages', false)
    .option('--json', 'print JSON')
    .action(async (options) => (await import('./cli/scim.ts')).createConnection(options));
  scim
    .command('list')
    .option('--deployment <id>', 'deployment; required if there are several')
    .option('--json', 'print JSON')
    .action(async (options) => (await import('./cli/scim.ts')).listConnectionsCommand(options));
  scim
    .command('rotate')
    .description('replace the token of a connection and print the new one once')
    .argument('<connection-id>', 'its ConnectionId')
    .option('--json', 'print JSON')
    .action(async (id, options) => (await import('./cli/scim.ts')).rotateToken(id, options));
  scim
    .command('delete')
    .description('delete a connection; its people and groups stay')
    .argument('<connection-id>', 'its ConnectionId')
    .option('--json', 'print JSON')
    .action(async (id, options) => (await import('./cli/scim.ts')).deleteConnection(id, options));
}
