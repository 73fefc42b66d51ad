/** The parts of oidc-provider that tests use; it has no types of its own. */
declare module 'oidc-provider' {
  import type { RequestListener } from 'node:http';

  type Context = { oidc: { client?: { clientId: string }; session?: { accountId?: string } } };

  type Grant = { addOIDCScope(scope: string): void; save(): Promise<string> };

  export class Provider {
    constructor(
      issuer: string,
      configuration: Record<string, unknown> & {
        findAccount: (context: unknown, id: string) => Promise<{ accountId: string; claims: () => Promise<object> }>;
        loadExistingGrant: (context: Context) => Promise<Grant | undefined>;
      },
    );
    Grant: new (of: { clientId: string; accountId: string }) => Grant;
    callback(): RequestListener;
  }
}
