import { readConfig } from '../config.ts';
import { serve } from '../serve/supervisor.ts';

/** Runs the service until a signal comes or a part cannot be kept running. */
export async function serveCommand(): Promise<void> {
  const say = (line: string) => void process.stdout.write(`carrel: ${line}\n`);
  const told = Promise.withResolvers<void>();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => told.resolve());
  const service = await serve(readConfig(), say);
  for (const line of greeting(service)) say(line);
  const reason = await Promise.race([told.promise, service.failed]);
  say(reason === undefined ? 'stopping' : `stopping: ${reason}`);
  await service.stop();
  process.exit(reason === undefined ? 0 : 1);
}

function greeting({ baseUrl, firstRun }: Awaited<ReturnType<typeof serve>>): string[] {
  const first =
    firstRun === null
      ? []
      : [
          'this is the first start; a deployment with a site admin was made:',
          `  email     ${firstRun.Email}`,
          `  password  ${firstRun.Password}`,
          `  token     ${firstRun.Token}`,
          '  (kept in first-run.json in DATA_DIR; delete it once you have noted them)',
        ];
  return [`ready at ${baseUrl}`, `API reference at ${baseUrl}/api/docs`, ...first];
}
