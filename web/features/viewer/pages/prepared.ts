/** Renditions that the server makes when they are needed: 202 until they are ready (docs/api/renditions.md). */
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { readProblem } from '../../../api/client.ts';

/** `value` is null while the server makes it. */
export type Prepared<Value> = { value: Value | null; waitMs: number };

const USUAL_WAIT_MS = 2000;

/** Asks for a rendition until it is ready, if it is wanted. `key`: the address and the version of the document. */
export function usePrepared<Value>(
  key: string[],
  ask: (signal: AbortSignal) => Promise<Prepared<Value>>,
  isWanted = true,
): UseQueryResult<Prepared<Value>> {
  return useQuery({
    queryKey: ['rendition', ...key],
    queryFn: ({ signal }) => ask(signal),
    enabled: isWanted,
    refetchInterval: ({ state: { data } }) => (data !== undefined && data.value === null ? data.waitMs : false),
  });
}

/** Sends a request for a rendition. */
export async function askFor<Value>(
  url: string,
  { read, ...init }: RequestInit & { read: (response: Response) => Promise<Value> },
): Promise<Prepared<Value>> {
  const response = await fetch(url, init);
  if (!response.ok) throw await readProblem(response);
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  const waitMs = Number.isFinite(seconds) && seconds > 0 ? seconds * 1000 : USUAL_WAIT_MS;
  return { value: response.status === 202 ? null : await read(response), waitMs };
}
