import { type NotedSeal, type Verified, parseNotedSeal, verifyActivity } from '../resources/audit/verify.ts';
import { chooseDeployment, withDeps } from './database.ts';
import { interruption } from './interrupt.ts';
import { print } from './output.ts';

type Options = { deployment?: string; noted?: string; json?: boolean };

/** Prints what was found for each deployment; exit code 1 if a seal does not hold. */
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

function readNoted(text: string): NotedSeal {
  const noted = parseNotedSeal(text);
  if (noted === undefined) throw new Error('--noted wants a seal as this command prints it.');
  return noted;
}

function linesOf({
  DeploymentId,
  Seals,
  SealedRows,
  LastSeal,
  UnsealedRows,
  UnsealedSince,
  Broken,
  Findings,
}: Verified) {
  const waiting = UnsealedSince === null ? '' : `, the oldest of ${UnsealedSince}`;
  return [
    ...Findings.map(
      (f) =>
        `broken   deployment ${DeploymentId}, seal ${f.SealNumber}, rows ${f.AfterId + 1} to ${f.ThroughId}: ${f.Problem}`,
    ),
    ...(Broken > Findings.length ? [`and ${Broken - Findings.length} more`] : []),
    `deployment ${DeploymentId}: ${Seals} seals over ${SealedRows} rows, ${Broken} broken; ${UnsealedRows} rows not sealed yet${waiting}`,
    ...(LastSeal === null ? [] : [`last seal ${LastSeal.Number}:${LastSeal.Seal} of ${LastSeal.SealedAt}`]),
  ];
}
