/** `script/several-machines up`: runs until it is interrupted. `down`: ends and removes what an earlier run left behind. */
import { rmSync } from 'node:fs';
import { FOLDER, endLeftovers, up } from './one-machine.ts';

const say = (line: string) => void process.stdout.write(`${line}\n`);

if (process.argv[2] === 'down') {
  await endLeftovers();
  rmSync(FOLDER, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
} else {
  const machines = await up({ say });
  say(`Carrel is at ${machines.addresses.join(' and ')}; files and logs are in ${FOLDER}. Stop with Ctrl-C.`);
  say(`Token of the site admin: ${machines.token}`);
  // A second signal ends it at once.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void machines.down().then(() => process.exit(0)));
  }
}
