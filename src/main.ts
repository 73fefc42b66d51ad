/** The command line, `bin/carrel`: each command is a file under cli/, loaded on demand. */
import { Command, CommanderError } from 'commander';
import { oneLine } from './platform/values/one-line.ts';

const program = new Command('carrel')
  .description('A document library and sharing service that you host yourself.')
  .configureOutput({ outputError: (text, write) => write(`${usageError(text)}\n`) })
  .exitOverride();

// Before any command runs.
program.hook('preAction', async (_, command) => (await import('./serve/drop-root.ts')).dropRoot(command.name()));

program
  .command('serve')
  .description('run API, worker and, without DATABASE_URL, the embedded PostgreSQL')
  .action(async () => (await import('./cli/serve.ts')).serveCommand());
program
  .command('worker')
  .description('run a background worker alone, on a database that is served elsewhere')
  .action(async () => (await import('./cli/worker.ts')).workerCommand());
program
  .command('migrate')
  .description('bring the database to the schema of this version')
  .option('--json', 'print JSON')
  .action(async (options) => (await import('./cli/migrate.ts')).migrateCommand(options));
program
  .command('doctor')
  .description('check everything that the service needs and say what is wrong')
  .option('--json', 'print JSON')
  .action(async (options) => (await import('./cli/doctor.ts')).doctorCommand(options));
program
  .command('verify-blobs')
  .description('read every stored content again and report what is missing, damaged or orphaned')
  .option('--resume', 'go on where an interrupted run stopped', false)
  .option('--remove-orphans', 'remove stored bytes that nothing names', false)
  .option('--json', 'print JSON')
  .action(async (options) => (await import('./cli/verify-blobs.ts')).verifyBlobsCommand(options));
program
  .command('backup')
  .description('add a snapshot of database and contents to a folder')
  .argument('<folder>', 'where this instance keeps its backups')
  .option('--keep <count>', 'keep only so many snapshots, the newest')
  .option('--json', 'print JSON')
  .action(async (folder, options) => (await import('./cli/backup.ts')).backupCommand(folder, options));
program
  .command('restore')
  .description('restore a snapshot into an empty instance')
  .argument('<folder>', 'where the backups are')
  .option('--snapshot <name>', 'which one; the newest without it')
  .option('--skip-damaged', 'go on without contents that are missing or damaged in the backup', false)
  .option('--keep-store', 'the content store outlived its database: use what it holds', false)
  .option('--json', 'print JSON')
  .action(async (folder, options) => (await import('./cli/restore.ts')).restoreCommand(folder, options));

program
  .command('move-blobs')
  .description('copy every stored content into another store, to which BLOB_URL can then be set')
  .requiredOption('--to <url>', 'the other store, as in BLOB_URL; its AWS_* credentials are those of the environment')
  .option('--json', 'print JSON')
  .action(async (options) => (await import('./cli/move-blobs.ts')).moveBlobsCommand(options));

program
  .command('demo')
  .description('fill a deployment with an office of twelve people and half a year of their work')
  .option('--deployment <id>', 'deployment, where there is more than one')
  .option('--despite-documents', 'also one that has documents already', false)
  .option('--json', 'print JSON')
  .action(async (options) => (await import('./cli/demo.ts')).demoCommand(options));

const audit = program.command('audit').description('the activity log');
audit
  .command('verify')
  .description('compare the activity log with its seals, and these with those kept elsewhere, and report differences')
  .option('--deployment <id>', 'only of this deployment')
  .option('--noted <seal>', 'a seal that was printed before and kept elsewhere: it must still be part of the chain')
  .option('--json', 'print JSON')
  .action(async (options) => (await import('./cli/audit.ts')).verifyAuditCommand(options));
audit
  .command('accept')
  .description('accept the activity log as it is: after another restore than carrel restore, or for a new machine')
  .requiredOption('--reason <text>', 'why; it is kept in the activity log')
  .option('--deployment <id>', 'only of this deployment')
  .option('--json', 'print JSON')
  .action(async (options) => (await import('./cli/audit.ts')).acceptAuditCommand(options));

const deployment = program.command('deployment').description('deployments (tenants) of this instance');
deployment
  .command('create')
  .description('make a deployment with a site admin and an API token')
  .requiredOption('--name <name>', 'name of the deployment')
  .requiredOption('--admin-email <email>', 'address of its first site admin')
  .option('--json', 'print JSON')
  .action(async (options) => (await import('./cli/deployment.ts')).createDeployment(options));
deployment
  .command('list')
  .option('--json', 'print JSON')
  .action(async (options) => (await import('./cli/deployment.ts')).listDeployments(options));

const user = program.command('user').description('people with a login');
user
  .command('create')
  .requiredOption('--email <email>', 'address, unique in the instance')
  .requiredOption('--name <name>', 'name of the person')
  .option('--deployment <id>', 'deployment, where there is more than one')
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
  .requiredOption('--email <email>', 'whom to delete')
  .option('--transfer-to <email>', 'who gets all rights in the personal library; else it goes to the trash')
  .option('--json', 'print JSON')
  .action(async (options) => (await import('./cli/user.ts')).deleteUser(options));

const token = program.command('token').description('API tokens');
token
  .command('create')
  .description('print a new token, this once')
  .requiredOption('--email <email>', 'whose token')
  .option('--name <name>', 'what it is for', 'Command line')
  .option('--sync', 'for a sync client: its reads are recorded as syncs')
  .option('--json', 'print JSON')
  .action(async (options) => (await import('./cli/token.ts')).createToken(options));
token
  .command('revoke')
  .description('revoke a token and those it made')
  .argument('<token-id>', 'its TokenId')
  .option('--json', 'print JSON')
  .action(async (id, options) => (await import('./cli/token.ts')).revokeToken(id, options));

const settings = program.command('settings').description('settings of a deployment');
settings
  .command('get')
  .argument('[key]', 'a setting, or a path like PasswordPolicy.MinLength; all without it')
  .option('--deployment <id>', 'deployment, where there is more than one')
  .option('--json', 'print JSON')
  .action(async (key, options) => (await import('./cli/settings.ts')).getSettings(key, options));
settings
  .command('set')
  .argument('<key>', 'a setting, or a path like PasswordPolicy.MinLength')
  .argument('<value>', 'JSON, or plain text')
  .option('--deployment <id>', 'deployment, where there is more than one')
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
