import { after } from 'node:test';
import { buildApp } from '../src/app.ts';
import type { TestApp } from './harness.ts';

/** The same application again, as another process would serve it: memory is not shared. It ends with the file. */
export async function startSecondApp({ deps }: Pick<TestApp, 'deps'>): Promise<{ url: string }> {
  const second = await buildApp(deps);
  const url = await second.listen({ host: '127.0.0.1', port: 0 });
  after(() => {
    second.server.closeAllConnections();
    return second.close();
  });
  return { url };
}
