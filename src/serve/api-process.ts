/** An API process: serves HTTP on the port shared by all API processes. */
import { buildApp } from '../app.ts';
import { childDatabaseUrl, readConfig } from '../platform/config/config.ts';
import { metricsFromSupervisor, openMetricsChannel } from './metrics-channel.ts';
import { openDeps } from './open-deps.ts';
import { runChild } from './child.ts';
import { prepareClose } from './close-server.ts';

const config = readConfig();
await runChild(config, async () => {
  let isDraining = false;
  openMetricsChannel();
  const deps = await openDeps(config, childDatabaseUrl(), { connections: config.apiConnections, part: 'api' });
  const app = await buildApp(deps, { collectMetrics: metricsFromSupervisor, isDraining: () => isDraining });
  const closeServer = prepareClose(app.server, { isSecure: config.tls !== null });
  await app.listen({ host: config.host, port: config.port });
  return {
    drain() {
      isDraining = true;
    },
    async stop() {
      // Clients that wait for a thumbnail get the default image at once.
      deps.renderer.close();
      await closeServer(app.close());
      await deps.close();
    },
  };
});
