import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import type { Config } from '../platform/config/config.ts';

/**
 * Checks that the port is available before anything else starts, and turns port 0 into a free port, which links must
 * contain. Throws a one-line error with the reason.
 */
export async function claimPort(config: Config): Promise<Config> {
  const probe = createServer();
  try {
    probe.listen({ host: config.host, port: config.port });
    await once(probe, 'listening');
  } catch (error) {
    throw new Error(reason(config, (error as NodeJS.ErrnoException).code), { cause: error });
  }
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  if (config.port === port) return config;
  const inLink = (url: string) => url.replace(/:0$/, `:${port}`);
  return { ...config, port, baseUrl: inLink(config.baseUrl), webUrl: inLink(config.webUrl) };
}

function reason({ host, port }: Config, code: string | undefined): string {
  if (code === 'EADDRINUSE') return `PORT ${port} on ${host} is in use by another program; choose another PORT.`;
  if (code === 'EACCES')
    return `PORT ${port} requires privileges: choose one above 1023, or allow it (sysctl net.ipv4.ip_unprivileged_port_start=${port}).`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') return `HOST ${host} is not an address of this machine.`;
  return `HOST ${host}, PORT ${port} cannot be listened on (${code}).`;
}
