import { resolve } from 'node:path';
import { type Config, readConfig } from '../platform/config/config.ts';
import { isOnTerminal, writeToOperator } from '../platform/log.ts';
import { collectWhenIdle } from '../platform/process/idle-memory.ts';
import { serve } from '../serve/supervisor.ts';

/** Runs the service until a signal arrives or a part fails permanently. */
export async function serveCommand(): Promise<void> {
  const signaled = Promise.withResolvers<void>();
  const upgrade = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      signaled.resolve();
      upgrade.abort(new Error('stopped during an upgrade of the data; the next start continues'));
    });
  }
  const config = readConfig();
  const say = (line: string) => writeToOperator(config, line);
  const service = await serve(config, say, upgrade.signal);
  collectWhenIdle();
  for (const line of greeting(service, config)) say(line);
  const reason = await Promise.race([signaled.promise, service.failed]);
  say(reason === undefined ? 'stopping' : `stopping: ${reason}`);
  await service.stop();
  process.exit(reason === undefined ? 0 : 1);
}

function greeting({ baseUrl, firstRun }: Awaited<ReturnType<typeof serve>>, { dataDir }: Config): string[] {
  const links = [`ready at ${baseUrl}`, `API reference at ${baseUrl}/api/docs`];
  if (firstRun === null) return links;
  const file = resolve(dataDir, 'first-run.json');
  // Log collectors store standard output, so secrets are printed to a terminal only.
  if (!isOnTerminal())
    return [...links, `this is the first start; sign in as ${firstRun.Email} with the password in ${file}`];
  return [
    ...links,
    'this is the first start; a deployment with a site admin was created:',
    `  email     ${firstRun.Email}`,
    `  password  ${firstRun.Password}`,
    `  token     ${firstRun.Token}`,
    `  (kept in ${file}; delete it once you have noted them)`,
  ];
}
