import type { Config } from '../../platform/config/config.ts';

/** Whether the origin is ours or allowed by the operator (CORS_ORIGINS). */
export function isOwnOrigin(config: Config, origin: string): boolean {
  return [new URL(config.baseUrl).origin, new URL(config.webUrl).origin, ...config.corsOrigins].includes(origin);
}
