import { spawn } from 'node:child_process';
import type { ChildProcess, SpawnOptions } from 'node:child_process';
import { text } from 'node:stream/consumers';

/** The identity that runs PostgreSQL's programs. */
export type Account = {
  /** Owner of the files they create, from this process's point of view. */
  uid: number;
  gid: number;
  /** The command that runs `file` under this identity. */
  launch(file: string, args: string[]): { file: string; args: string[]; uid?: number; gid?: number };
};

/**
 * The complete environment of PostgreSQL's programs. Ours could redirect them (PGDATA, PGPORT, PGOPTIONS), and we parse
 * their messages in English.
 */
const environment = { PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin', LC_ALL: 'C', TZ: 'UTC' };

/** Spawns a program under an account. `cwd` has no default: the account may be unable to enter the current one. */
export function spawnAs(
  account: Account,
  file: string,
  args: string[],
  options: SpawnOptions & { cwd: string },
): ChildProcess {
  const { file: command, args: argv, ...identity } = account.launch(file, args);
  return spawn(command, argv, { ...options, ...identity, env: environment });
}

/** Runs a program under an account until it exits; `output` is its stdout and stderr, or why it did not start. */
export async function runAs(
  account: Account,
  file: string,
  args: string[],
  { cwd, input = '' }: { cwd: string; input?: string },
): Promise<{ ok: boolean; output: string }> {
  const child = spawnAs(account, file, args, { cwd, stdio: ['pipe', 'pipe', 'pipe'] });
  const ended = new Promise<{ ok: boolean; failure: string }>((resolve) => {
    child.once('error', (error) => resolve({ ok: false, failure: error.message }));
    child.once('close', (code) => resolve({ ok: code === 0, failure: '' }));
  });
  child.stdin?.on('error', () => {}); // A program that exits without reading its input is evaluated by its exit code.
  child.stdin?.end(input);
  const [stdout, stderr, { ok, failure }] = await Promise.all([text(child.stdout!), text(child.stderr!), ended]);
  return { ok, output: `${stdout}${stderr}${failure}`.trim() };
}

/** The most informative error line of a program's output. */
export function reasonIn(output: string): string {
  const lines = output.split('\n').filter((line) => line.trim() !== '');
  const reasons = lines.flatMap((line) => /\b(?:FATAL|PANIC|ERROR|error):\s+(.*)/.exec(line)?.[1] ?? []);
  return (reasons.at(-1) ?? lines.at(-1) ?? 'no reason was given').trim();
}
