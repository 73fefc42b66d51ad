import type { ProviderRow } from '../identity-providers/providers.queries.ts';
import type { Directory } from '../provider-sign-in/directory.ts';
import type { Failure } from '../identity-providers/failure-classes.ts';
import { failureOf } from '../provider-sign-in/failures.ts';

/** `failure` null: configuration and keys can be read. */
export type Check = { failure: Failure | null; reason: string | null; keys: number };

/** Reads the configuration and the keys of a provider, without anybody signing in. */
export async function checkProvider(directory: Directory, provider: ProviderRow): Promise<Check> {
  try {
    const { keys } = await directory.readKeys(provider);
    return { failure: null, reason: null, keys: keys.length };
  } catch (error) {
    const { failure, message } = failureOf(error);
    return { failure, reason: message, keys: 0 };
  }
}
