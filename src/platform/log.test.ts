import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { promisify } from 'node:util';

const LOG = JSON.stringify(new URL('log.ts', import.meta.url).href);
const program = (body: string) => [
  '--input-type=module',
  '-e',
  `import { createLog } from ${LOG}; const log = createLog({ logLevel: 'info', logFormat: null }, 'api'); ${body}`,
];
const LINES = 1000;
const MANY = `for (let n = 0; n < ${LINES}; n += 1) log.info({ n }, 'é'.repeat(n % 300));`;

type Line = { n: number; pid: number; msg: string };
const parse = (text: string) =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);

for (const [end, how] of [
  ['exits', 'process.exit(0)'],
  ['ends by itself', ''],
  ['exits while it writes', 'setTimeout(() => { log.info({ n: -1 }); process.exit(0); }, 60)'],
  ['fails', 'process.stderr.write = () => true; throw new Error("It fails.")'],
] as const) {
  test(`no log line is lost when a process ${end}`, async () => {
    const run = promisify(execFile)(process.execPath, program(`${MANY} ${how}`), { maxBuffer: 1e8 });
    const { stdout } = await run.catch((error: { stdout: string }) => error);
    const numbers = parse(stdout).map(({ n }) => n);
    assert.deepEqual(
      numbers.filter((n) => n >= 0),
      Array.from({ length: LINES }, (_, n) => n),
    );
    assert.equal(numbers.includes(-1), how.includes('n: -1'));
  });
}

test('each line of a running process arrives without another one', async () => {
  const child = spawn(
    process.execPath,
    program("process.on('message', (n) => log.info({ n })); process.send('ready')"),
    {
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    },
  );
  await once(child, 'message');
  const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream });
  for (let n = 0; n < 5; n += 1) {
    const line = once(lines, 'line');
    child.send(n);
    assert.equal((JSON.parse(String((await line)[0])) as Line).n, n);
  }
  child.disconnect();
});

test('lines of processes that share an output stay whole', async () => {
  const [first, second] = [program(MANY), program(MANY)];
  const quoted = [first, second].map((args) =>
    [process.execPath, ...args].map((arg) => `'${arg.replaceAll("'", `'\\''`)}'`).join(' '),
  );
  const { stdout } = await promisify(execFile)('sh', ['-c', `${quoted.join(' & ')} & wait`], { maxBuffer: 1e8 });
  const counts = Object.values(Object.groupBy(parse(stdout), ({ pid }) => pid)).map((lines) => lines?.length);
  assert.deepEqual(counts, [LINES, LINES]);
});
