/** Statements as spans of the request or job that they belong to. */
import type { TraceDatabase } from '../telemetry/telemetry.ts';
import type { Runner, Statement } from './query.ts';

/** The same runner, unless statements are traced. Statements that are issued together still leave together. */
export function traceRunner(runner: Runner, trace: TraceDatabase | undefined): Runner {
  if (trace === undefined) return runner;
  return {
    run: (statement) => trace(operationOf(statement), textOf(statement), () => runner.run(statement)),
    copyOut: (statement) => trace('copy', textOf(statement), () => runner.copyOut(statement)),
    copyIn: (statement) => trace('copy', textOf(statement), () => runner.copyIn(statement)),
    batches: (statement, size) => runner.batches(statement, size),
  };
}

function operationOf({ text }: Statement): string {
  return /[a-z]+/i.exec(text)?.[0].toLowerCase() ?? 'statement';
}

// Values are parameters, except in scripts.
function textOf({ text, isScript }: Statement): string | null {
  return isScript ? null : text.trim().replaceAll(/\s+/g, ' ');
}
