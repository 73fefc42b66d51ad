import type { Config } from '../../platform/config.ts';

/** Whether a page of this service, or of one that the operator allows (CORS_ORIGINS), has this origin. */
export function isOwnOrigin(config: Config, origin: string): boolean {
  return [new URL(config.baseUrl).origin, new URL(config.webUrl).origin, ...config.corsOrigins].includes(origin);
}
