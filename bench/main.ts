/** The bench's command line: starts both servers, runs the chosen workloads and prints the table. */
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { parseArgs } from 'node:util';
import type { Row } from './measure.ts';
import { hasNginx } from './nginx.ts';
import { stopServers } from './processes.ts';
import { formatTable } from './report.ts';
import { runSelects, runWorkload } from './run.ts';
import { openTargets } from './targets.ts';
import { archives } from './workloads/archive.ts';
import { downloadsLarge } from './workloads/download-large.ts';
import { downloadSmall } from './workloads/download-small.ts';
import { list } from './workloads/list.ts';
import { mixed } from './workloads/mixed.ts';
import { metadata } from './workloads/metadata.ts';
import { thumbnails } from './workloads/thumbnail.ts';
import { trash } from './workloads/trash.ts';
import { searches } from './workloads/search.ts';
import { textSearches } from './workloads/text-search.ts';
import { pages } from './workloads/page.ts';
import { reports } from './workloads/report.ts';
import { share } from './workloads/share.ts';
import { uploadsLarge } from './workloads/upload-large.ts';
import { upload } from './workloads/upload.ts';
import { opening, visit } from './workloads/visit.ts';
import type { Workload } from './workloads/workload.ts';

const DEFAULT_DOCUMENTS = 100_000;
const DEFAULT_ROWS = 1_000_000;
const workloadsOf = (documents: number, rows: number): Workload[] => [
  metadata,
  list,
  upload,
  downloadSmall,
  ...uploadsLarge,
  ...downloadsLarge,
  ...archives,
  share,
  visit,
  opening,
  ...trash,
  ...searches(documents),
  ...pages(documents),
  mixed,
  ...thumbnails,
  ...reports(rows),
  ...textSearches(documents),
];
// From here on the load client is the bottleneck, not the server.
const CLIENT_AT_ITS_LIMIT = 0.9;

const USAGE = `Usage: script/bench [--rounds N] [--documents N] [--rows N] [--beside FOLDER | --directus FOLDER] [--json FILE]
              [--workers N] [--driver pg] [workload…]
Loads Carrel and a floor server beside it and prints what Carrel reaches of the floor; see bench/README.md.

${workloadsOf(DEFAULT_DOCUMENTS, DEFAULT_ROWS)
  .map(({ id, title }) => `  ${id.padEnd(4)} ${title}`)
  .join('\n')}

  --rounds N     measure N times and keep the best; 3 without it
  --documents N  how many the library has that is searched; 100 000 without it
  --rows N       how many the report has; 1 000 000 without it
  --beside FOLDER  compare with the Carrel of another checkout instead of the floor
  --directus FOLDER  compare with Directus, installed there, instead of the floor
  --workers N    API processes of Carrel; 1 without it. Those of another checkout stay 1
  --driver pg    the floor uses pg's own pool instead of Carrel's driver
  --json FILE    write the measurements to a file too
  --help         print this text`;

const { values, positionals } = parseArgs({
  options: {
    json: { type: 'string' },
    beside: { type: 'string' },
    directus: { type: 'string' },
    rounds: { type: 'string', default: '3' },
    documents: { type: 'string', default: String(DEFAULT_DOCUMENTS) },
    workers: { type: 'string', default: '1' },
    driver: { type: 'string', default: 'own' },
    rows: { type: 'string', default: String(DEFAULT_ROWS) },
    help: { type: 'boolean', default: false },
  },
  allowPositionals: true,
});
if (values.help) console.log(USAGE);
else await bench(chooseWorkloads(positionals), Number(values.rounds), values.json);

function chooseWorkloads(names: string[]): Workload[] {
  const workloads = workloadsOf(Number(values.documents), Number(values.rows));
  const unknown = names.find((name) => !workloads.some(({ id }) => id.toLowerCase() === name.toLowerCase()));
  if (unknown !== undefined) {
    console.error(`There is no workload ${unknown}.\n${USAGE}`);
    process.exit(2);
  }
  const wanted = names.map((name) => name.toLowerCase());
  return workloads.filter(({ id }) => wanted.length === 0 || wanted.includes(id.toLowerCase()));
}

async function bench(workloads: Workload[], rounds: number, jsonFile: string | undefined): Promise<void> {
  const folder = await mkdtemp(`${tmpdir()}/carrel-bench-`);
  // As root, PostgreSQL runs as another user, who must be able to traverse the folder.
  await chmod(folder, 0o711);
  let stopping: Promise<void> | null = null;
  const stop = () => (stopping ??= stopServers().then(() => rm(folder, { recursive: true, force: true })));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void stop().finally(() => process.exit(1)));
  }
  try {
    await report(await runAll(workloads, rounds, openTargets(folder, values)), jsonFile);
  } finally {
    await stop();
  }
}

async function runAll(workloads: Workload[], rounds: number, target: ReturnType<typeof openTargets>): Promise<Row[]> {
  const rows: Row[] = [];
  for (const workload of workloads) {
    const [usual, carrel] = workload.between ?? ['node', 'carrel'];
    const floor = values.directus === undefined ? usual : 'directus';
    if (floor.startsWith('nginx') && !hasNginx()) {
      console.error(`${workload.id}: left out, nginx is not installed`);
      continue;
    }
    const isCompared = workload.isAlone !== true || values.beside !== undefined || values.directus !== undefined;
    const beside = isCompared ? await target(floor) : null;
    if (beside?.workloads !== undefined && beside.workloads[workload.id] === undefined) continue;
    console.error(`${workload.id}: ${workload.title} …`);
    try {
      rows.push(...(await runWorkload(workload, rounds, beside, await target(carrel))));
    } catch (error) {
      // The measurements of an hour are not lost with one workload.
      console.error(`${workload.id} failed: ${(error as Error).message}`);
      process.exitCode = 1;
    }
    if (workload === metadata && floor === 'node' && values.beside === undefined)
      rows.push(...(await runSelects(rounds, await target('node'))));
  }
  return rows;
}

async function report(rows: Row[], jsonFile: string | undefined): Promise<void> {
  console.log(formatTable(rows, values.directus === undefined ? undefined : 'Directus'));
  for (const { id, connections, floor, carrel } of rows) {
    const load = Math.max(floor?.clientLoad ?? 0, carrel?.clientLoad ?? 0);
    if (load > CLIENT_AT_ITS_LIMIT)
      console.log(`${id} at ${connections}: the load client was at its limit, not the server.`);
  }
  if (jsonFile !== undefined) await writeFile(jsonFile, `${JSON.stringify(rows, null, 2)}\n`);
}
