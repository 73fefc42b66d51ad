import { Problem } from '../errors.ts';

/** An error as one line for the operator: the message, each detail, and the cause, which clients never see. */
export function oneLine(error: unknown): string {
  const { message, errors, cause } = error as { message?: string; errors?: { detail?: string }[]; cause?: unknown };
  const details = (errors ?? []).map((entry) => entry.detail);
  const hidden = error instanceof Problem && cause instanceof Error ? [cause.message] : [];
  const more = [...details, ...hidden].filter((text) => text && text !== message);
  return [message || String(error), ...more].join(' ').replaceAll(/\s*\n\s*/g, ' ');
}
