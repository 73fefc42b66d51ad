import { ApiError } from '../api/client.ts';
import { messages } from '../messages/en.ts';

/** The message for an error. `known` returns the message for statuses with a special meaning here. */
export function problemText(error: unknown, known: (error: ApiError) => string | null = () => null): string {
  if (!(error instanceof ApiError)) return messages.states.failed.text;
  if (error.status === 0) return messages.states.failed.offline;
  if (error.status === 429) return messages.states.wait(error.retryAfter ?? 60);
  // A proxy's answer has no title.
  return known(error) || titleOf(error) || messages.states.refused[error.status] || messages.states.failed.text;
}

function titleOf({ message, more }: ApiError): string {
  const [first] = (more['errors'] ?? []) as { instance?: string }[];
  return withoutParameter(first?.instance ?? '', message);
}

/** API messages begin with a parameter name, which means nothing on a page. */
export function withoutParameter(parameter: string, text: string): string {
  if (parameter === '' || !text.startsWith(`${parameter} `)) return text;
  const subject = /name|path/i.test(parameter) ? messages.states.thisName : messages.states.thisValue;
  return `${subject}${text.slice(parameter.length)}`;
}
