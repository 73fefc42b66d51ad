/** The command line, `bin/carrel`: each command is a file under cli/, loaded on demand. */
import { Command, CommanderError } from 'commander';
import { addDeploymentCommands } from './deployment-commands.ts';
import { oneLine } from './platform/values/one-line.ts';
import { version } from './platform/version.ts';
import { addProviderCommands } from './provider-commands.ts';

const program = new Command('carrel')
  .description('A document library and sharing service that you host yourself.')
  .version(version, '--version', 'print the version')
  .configureOutput({ outputError: (text, write) => write(`${usageError(text)}\n`) })
  .exitOverride();

// Before any command runs.
program.hook('preAction', async (_, command) => {
  // Files that the configuration names may be readable by root only.
  if (command.parent !== config && command.name() !== 'conformance')
    await (await import('./serve/drop-root.ts')).dropRoot(command.name());
});

program
  .command('serve')
  .description('run API, worker and, without DATABASE_URL, the embedded PostgreSQL')
  .action(async () => (await import('./cli/serve.ts')).serveCommand());
program
  .command('worker')
  .description('run only a background worker, on a database that is served elsewhere')
  .action(async () => (await import('./cli/worker.ts')).workerCommand());
program
  .command('migrate')
  .description('migrate the database to the schema of this version')
  .option('--json', 'print JSON')
  .action(async (options) => (await import('./cli/migrate.ts')).migrateCommand(options));
program
  .command('upgrade')
  .description('bring the data to this version; a start does the same')
  .option('--check', 'only say what it will do, beside the running service or without one')
  .option('--export', 'export the embedded database for a release with another PostgreSQL')
  .option('--rollback', 'go back to the embedded database that was kept before an upgrade of PostgreSQL')
  .option('--confirm', 'remove what is kept from before upgrades')
  .option('--json', 'print JSON')
  .action(async (options) => (await import('./upgrade/command.ts')).upgradeCommand(options));
program
  .command('doctor')
  .description('check everything that the service needs and report problems')
  .option('--recount', 'count the documents of every folder again; uploads wait meanwhile')
  .option('--json', 'print JSON')
  .action(async (options) => (await import('./cli/doctor.ts')).doctorCommand(options));
program
  .command('verify-blobs')
  .description('read every stored content again and report what is missing, damaged or orphaned')
  .option('--resume', 'continue an interrupted run', false)
  .option('--remove-orphans', 'remove orphaned bytes', false)
  .option('--json', 'print JSON')
  .action(async (options) => (await import('./cli/verify-blobs.ts')).verifyBlobsCommand(options));
program
  .command('backup')
  .description('add a snapshot of database and contents to a folder')
  .argument('<folder>', 'backup folder of this instance')
  .option('--keep <count>', 'keep only this many of the newest snapshots')
  .option('--json', 'print JSON')
  .action(async (folder, options) => (await import('./cli/backup.ts')).backupCommand(folder, options));
program
  .command('restore')
  .description('restore a snapshot into an empty instance')
  .argument('<folder>', 'folder with the backups')
  .option('--snapshot <name>', 'the snapshot; by default the newest')
  .option('--skip-damaged', 'skip contents that are missing or damaged in the backup', false)
  .option('--keep-store', 'the content store survived its database: keep its contents', false)
  .option('--json', 'print JSON')
  .action(async (folder, options) => (await import('./cli/restore.ts')).restoreCommand(folder, options));

program
  .command('reindex')
  .description('index all documents again for the search, beside the running service')
  .option('--deployment <id>', 'only of this deployment')
  .option('--retry-texts', 'also read texts again that could not be read')
  .option('--resume', 'only wait for what is still to be indexed')
  .option('--json', 'print JSON')
  .action(async (options) => (await import('./cli/reindex.ts')).reindexCommand(options));

program
  .command('move-blobs')
  .description('copy every stored content into another store, to which BLOB_URL can then be set')
  .requiredOption('--to <url>', 'the other store, as in BLOB_URL; its AWS_* credentials are those of the environment')
  .option('--json', 'print JSON')
  .action(async (options) => (await import('./cli/move-blobs.ts')).moveBlobsCommand(options));

program
  .command('demo')
  .description('fill a deployment with an office of twelve people and half a year of their work')
  .option('--deployment <id>', 'deployment; required if there are several')
  .option('--despite-documents', 'also if it has documents', false)
  .option('--json', 'print JSON')
  .action(async (options) => (await import('./cli/demo.ts')).demoCommand(options));

program
  .command('conformance')
  .description('check a running instance against the rules of the API, and remove what the checks created')
  .requiredOption('--url <url>', 'its address')
  .option('--token <token>', 'API token of a site admin')
  .option('--token-file <path>', 'file with the token')
  .option('--only <page...>', 'pages of docs/api, such as shares or shares#expiry')
  .option('--remove <run>', 'only remove what an earlier run left behind')
  .option('--json', 'print JSON')
  .action(async (options) => (await import('./cli/conformance/command.ts')).conformanceCommand(options));

const config = program.command('config').description('the configuration by environment variables and files');
config
  .command('check')
  .description('read every variable and the files that they name, and report the first that cannot be used')
  .option('--json', 'print JSON')
  .action(async (options) => (await import('./cli/config.ts')).checkConfigCommand(options));
config
  .command('show')
  .description('list every variable with its effective value, without secrets, and where it is set')
  .option('--json', 'print JSON')
  .action(async (options) => (await import('./cli/config.ts')).showConfigCommand(options));

const audit = program.command('audit').description('the activity log');
audit
  .command('verify')
  .description('verify the activity log against its seals and the seals stored elsewhere')
  .option('--deployment <id>', 'only of this deployment')
  .option('--noted <seal>', 'a seal that was printed and noted earlier: it must still be part of the chain')
  .option('--json', 'print JSON')
  .action(async (options) => (await import('./cli/audit.ts')).verifyAuditCommand(options));
audit
  .command('accept')
  .description('accept the current activity log: after a restore without carrel restore, or on a new machine')
  .requiredOption('--reason <text>', 'the reason, which is recorded in the activity log')
  .option('--deployment <id>', 'only of this deployment')
  .option('--json', 'print JSON')
  .action(async (options) => (await import('./cli/audit.ts')).acceptAuditCommand(options));

addDeploymentCommands(program);

const user = program.command('user').description('people with a login');
user
  .command('create')
  .requiredOption('--email <email>', 'address, unique in the deployment')
  .requiredOption('--name <name>', 'name of the person')
  .option('--deployment <id>', 'deployment; required if there are several')
  .option('--site-admin', 'may administer the deployment', false)
  .option('--json', 'print JSON')
  .action(async (options) => (await import('./cli/user.ts')).createUser(options));
user
  .command('list')
  .option('--deployment <id>', 'only of this deployment')
  .option('--json', 'print JSON')
  .action(async (options) => (await import('./cli/user.ts')).listUsers(options));
user
  .command('delete')
  .requiredOption('--email <email>', 'address of the user to delete')
  .option('--deployment <id>', 'deployment; required if the address has an account in several')
  .option(
    '--transfer-to <email>',
    'the user who gets all rights in the personal library; otherwise it goes to the trash',
  )
  .option('--json', 'print JSON')
  .action(async (options) => (await import('./cli/user.ts')).deleteUser(options));

user
  .command('reset-factors')
  .description('remove the second factors of somebody who has lost them')
  .argument('<email>', 'address of the user')
  .option('--deployment <id>', 'deployment; required if the address has an account in several')
  .option('--json', 'print JSON')
  .action(async (email, options) => (await import('./cli/user.ts')).resetFactors(email, options));

user
  .command('sign-out')
  .description('end all sessions of a user; API tokens stay valid')
  .argument('<email>', 'address of the user')
  .option('--deployment <id>', 'deployment; required if the address has an account in several')
  .option('--json', 'print JSON')
  .action(async (email, options) => (await import('./cli/user.ts')).signOutCommand(email, options));

const token = program.command('token').description('API tokens');
token
  .command('create')
  .description('create a token and print it once')
  .requiredOption('--email <email>', 'owner of the token')
  .option('--deployment <id>', 'deployment; required if the address has an account in several')
  .option('--name <name>', 'purpose of the token', 'Command line')
  .option('--sync', 'for a sync client: its reads are recorded as syncs')
  .option('--scope <scope...>', 'scopes that limit the token, such as documents:read; by default none')
  .option('--expires <when>', 'a date for the end of that day, or a time, UTC; by default never')
  .option('--json', 'print JSON')
  .action(async (options) => (await import('./cli/token.ts')).createToken(options));
token
  .command('list')
  .description('list the tokens of a user, without their secrets')
  .requiredOption('--email <email>', 'owner of the tokens')
  .option('--deployment <id>', 'deployment; required if the address has an account in several')
  .option('--json', 'print JSON')
  .action(async (options) => (await import('./cli/token.ts')).listTokensCommand(options));
token
  .command('rotate')
  .description('give a token a new secret and print it once')
  .argument('<token-id>', 'its TokenId')
  .option('--overlap <hours>', 'hours for which the previous secret stays valid', '0')
  .option('--json', 'print JSON')
  .action(async (id, options) => (await import('./cli/token.ts')).rotateTokenCommand(id, options));
token
  .command('revoke')
  .description('revoke a token and the tokens created with it')
  .argument('<token-id>', 'its TokenId')
  .option('--json', 'print JSON')
  .action(async (id, options) => (await import('./cli/token.ts')).revokeToken(id, options));

addProviderCommands(program);

const settings = program.command('settings').description('settings of a deployment');
settings
  .command('get')
  .argument('[key]', 'a setting, or a path like PasswordPolicy.MinLength; by default all')
  .option('--deployment <id>', 'deployment; required if there are several')
  .option('--json', 'print JSON')
  .action(async (key, options) => (await import('./cli/settings.ts')).getSettings(key, options));
settings
  .command('set')
  .argument('<key>', 'a setting, or a path like PasswordPolicy.MinLength')
  .argument('<value>', 'JSON, or plain text')
  .option('--deployment <id>', 'deployment; required if there are several')
  .option('--json', 'print JSON')
  .action(async (key, value, options) => (await import('./cli/settings.ts')).setSetting(key, value, options));

try {
  await program.parseAsync();
} catch (error) {
  if (error instanceof CommanderError) process.exit(error.exitCode);
  process.stderr.write(`carrel: ${oneLine(error)}\n`);
  process.exit(1);
}

function usageError(text: string): string {
  return `carrel: ${text
    .replace(/^error: /, '')
    .trim()
    .replaceAll('\n', ' ')}; see carrel --help`;
}
