import { acceptLog } from '../insight/audit/heads.actions.ts';
import {
  type SealFinding,
  type NotedSeal,
  type Verified,
  parseNotedSeal,
  verifyActivity,
} from '../insight/audit/verify.ts';
import { isBlank } from '../platform/values/names.ts';
import { chooseDeployment, withDeps } from './database.ts';
import { interruption } from './interrupt.ts';
import { print } from './output.ts';

type Options = { deployment?: string; noted?: string; json?: boolean };

/** Prints the result for each deployment; exit code 1 if a seal does not verify. */
export async function verifyAuditCommand(options: Options): Promise<void> {
  const noted = options.noted === undefined ? undefined : readNoted(options.noted);
  const signal = interruption('carrel audit verify starts anew');
  const verified = await withDeps(async (deps) => {
    const { sql } = deps;
    const isOne = options.deployment !== undefined || noted !== undefined;
    const rows = await sql<{ id: number }[]>`select deployment_id as id from deployments order by deployment_id`;
    const ids = isOne ? [await chooseDeployment(sql, options.deployment)] : rows.map((row) => row.id);
    const all: Verified[] = [];
    for (const id of ids)
      all.push(await verifyActivity(deps, id, { ...(noted === undefined ? {} : { noted }), signal }));
    return all;
  });
  print(options, verified, verified.flatMap(linesOf));
  if (verified.some(({ Broken }) => Broken > 0)) process.exitCode = 1;
}

/** Accepts the logs in their current state; earlier heads no longer count. */
export async function acceptAuditCommand(options: Options & { reason: string }): Promise<void> {
  if (isBlank(options.reason)) throw new Error('--reason must not be blank.');
  const accepted = await withDeps(async (deps) => {
    const { sql } = deps;
    const rows = await sql<{ id: number }[]>`select deployment_id as id from deployments order by deployment_id`;
    const { deployment } = options;
    const ids = deployment === undefined ? rows.map((row) => row.id) : [await chooseDeployment(sql, deployment)];
    const all: { DeploymentId: number; SealNumber: number }[] = [];
    for (const id of ids) {
      const { number } = await acceptLog(deps, id, options.reason);
      all.push({ DeploymentId: id, SealNumber: number });
    }
    return all;
  });
  const line = (a: (typeof accepted)[number]) => `deployment ${a.DeploymentId}: accepted as of seal ${a.SealNumber}`;
  print(options, accepted, accepted.map(line));
}

function readNoted(text: string): NotedSeal {
  const noted = parseNotedSeal(text);
  if (noted === undefined) throw new Error('--noted requires a seal as printed by this command.');
  return noted;
}

function linesOf({
  DeploymentId,
  Seals,
  SealedRows,
  LastSeal,
  UnsealedRows,
  UnsealedSince,
  Heads,
  Broken,
  Findings,
}: Verified) {
  const waiting = UnsealedSince === null ? '' : `, the oldest of ${UnsealedSince}`;
  return [
    ...Findings.map((f) => `broken   deployment ${DeploymentId}, seal ${f.SealNumber}${rowsOf(f)}: ${f.Problem}`),
    ...(Broken > Findings.length ? [`and ${Broken - Findings.length} more`] : []),
    `deployment ${DeploymentId}: ${Seals} seals over ${SealedRows} rows, ${Broken} broken; ${UnsealedRows} rows not sealed yet${waiting}`,
    ...Heads.map(
      ({ Place, Number, Since }) =>
        `seal ${Number} is stored in ${Place}, where the log ${Since.IsAccepted ? 'was accepted' : 'is recorded'} since seal ${Since.Number} of ${Since.At}`,
    ),
    ...(LastSeal === null ? [] : [`last seal ${LastSeal.Number}:${LastSeal.Seal} of ${LastSeal.SealedAt}`]),
  ];
}

function rowsOf({ AfterId, ThroughId }: SealFinding): string {
  return AfterId === ThroughId ? '' : `, rows ${AfterId + 1} to ${ThroughId}`;
}
