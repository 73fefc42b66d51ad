/** The parts of oidc-provider that tests use; it has no types of its own. */
declare module 'oidc-provider' {
  import type { RequestListener } from 'node:http';

  export class Provider {
    constructor(
      issuer: string,
      configuration: Record<string, unknown> & {
        findAccount: (context: unknown, id: string) => Promise<{ accountId: string; claims: () => Promise<object> }>;
      },
    );
    callback(): RequestListener;
  }
}
