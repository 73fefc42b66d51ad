import { readFile } from 'node:fs/promises';
import { type Outcome, type Report, choosePages, removeWith, runRules } from '../../conformance/run.ts';
import { interruption } from '../interrupt.ts';
import { print, report as reportProgress } from '../output.ts';

type Options = {
  url: string;
  token?: string;
  tokenFile?: string;
  only?: string[];
  remove?: string;
  json?: boolean;
};

/**
 * Prints one line a rule and a summary. With --json, the lines are on standard error: the object is complete at the end
 * only. The exit code is 1 if a rule failed, the run was interrupted, or something is left.
 */
export async function conformanceCommand(options: Options): Promise<void> {
  const url = baseUrl(options.url);
  const token = await readToken(options);
  if (options.remove !== undefined) return removeCommand(options, { url, token, run: options.remove });
  const pages = choosePages(options.only ?? []);
  const signal = interruption('what the rules created is being removed');
  const report = await runRules({
    url,
    token,
    pages,
    signal,
    // On standard error, so that a run that is killed can be removed (--remove).
    begin: (run) => process.stderr.write(`Run ${run} creates a library and people named Conformance ${run}.\n`),
    report: (outcome) => (options.json === true ? reportProgress(lineOf(outcome)) : print({}, null, [lineOf(outcome)])),
  });
  print(options, presented(url, report), summary(report));
  if (report.isInterrupted || report.leftBehind.length > 0 || count(report, 'failed') > 0) process.exitCode = 1;
}

async function removeCommand(
  options: Options,
  { url, token, run }: { url: string; token: string; run: string },
): Promise<void> {
  if (!/^[0-9a-f]{8}$/.test(run)) throw new Error(`${run} is not a run: its id has eight hexadecimal digits.`);
  const left = await removeWith({ url }, token, run);
  print(options, { Run: run, LeftBehind: left }, left.length === 0 ? [`run ${run} is removed`] : leftLines(left));
  if (left.length > 0) process.exitCode = 1;
}

function baseUrl(text: string): string {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new Error(`--url ${text} is not an http or https address.`);
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
}

async function readToken({ token, tokenFile }: Options): Promise<string> {
  if (token !== undefined) return token.trim();
  if (tokenFile === undefined) throw new Error('--token or --token-file is required: a token of a site admin.');
  return (await readFile(tokenFile, 'utf8')).trim();
}

function lineOf({ rule, name, state, expected, got, request, reason }: Outcome): string {
  if (state === 'ok') return `ok ${rule} ${name}`;
  if (state === 'skipped') return `skipped ${rule} ${name}: ${reason}`;
  return `FAILED ${rule} ${name}: expected ${expected}, got ${got}${request === undefined ? '' : ` (${request})`}`;
}

function summary(report: Report): string[] {
  const skipped = count(report, 'skipped');
  const line = `${count(report, 'ok')} passed, ${count(report, 'failed')} failed${skipped === 0 ? '' : `, ${skipped} skipped`}`;
  return [...leftLines(report.leftBehind), report.isInterrupted ? `interrupted: ${line}` : line];
}

function leftLines(left: string[]): string[] {
  return left.map((line) => `left behind: ${line}`);
}

function count({ outcomes }: Report, state: Outcome['state']): number {
  return outcomes.filter((outcome) => outcome.state === state).length;
}

function presented(url: string, report: Report): object {
  const rules = report.outcomes.map(({ rule, name, state, expected, got, request, reason }) => ({
    Rule: rule,
    Name: name,
    State: state,
    Expected: expected,
    Got: got,
    Request: request,
    Reason: reason,
  }));
  const { run: Run, leftBehind: LeftBehind, isInterrupted: IsInterrupted } = report;
  const [Passed, Failed, Skipped] = [count(report, 'ok'), count(report, 'failed'), count(report, 'skipped')];
  return { Url: url, Run, Rules: rules, Passed, Failed, Skipped, IsInterrupted, LeftBehind };
}
