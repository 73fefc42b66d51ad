// runs alone: the metrics of a process count those of its first application
/** The alerts and the dashboard of deploy/monitoring name metrics, labels and values that /metrics serves. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { startApp } from '../../harness.ts';
import { ROOT, headingSlugs, readPage } from '../texts/markdown.ts';

const ALERTS = 'deploy/monitoring/carrel-alerts.yml';
const DASHBOARD = 'deploy/monitoring/grafana-dashboard.json';
const PAGE = 'docs/operations/troubleshooting.md';
/** Prometheus adds `job` and `instance`, and makes `up`. */
const ADDED = new Set(['job', 'instance', 'le']);

const app = await startApp();

type Panel = { title: string; targets: { expr: string }[] };

async function servedMetrics(): Promise<string> {
  const w = await app.world();
  // A request of its kind makes the series of a route.
  await w.anonymous.api('GET', '/api/documents/1');
  const { status, text } = await w.anonymous.api('GET', '/metrics');
  assert.equal(status, 200);
  return text;
}

async function expressions(): Promise<string[]> {
  const alerts = await readPage(ALERTS);
  const { panels } = JSON.parse(await readPage(DASHBOARD)) as { panels: Panel[] };
  const rules = Array.from(alerts.matchAll(/^ +expr: (?:\|\n((?: {10,}.*\n)+)|(.+)\n)/gm), ([, block, line]) =>
    (block ?? line ?? '').trim(),
  );
  assert.equal(rules.length, alerts.match(/- alert:/g)?.length);
  return [...rules, ...panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))];
}

test('every metric in the alerts and the dashboard is served, with each label', async () => {
  const served = await servedMetrics();
  const missing = (await expressions()).flatMap((expression) =>
    Array.from(expression.matchAll(/\b(carrel_\w+)(?:\{([^}]*)\})?/g), ([, name = '', labels = '']) => {
      const series = served.split('\n').filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `));
      if (series.length === 0) return [`${name} is not served`];
      return Array.from(labels.matchAll(/(\w+)(=~?)"([^"]*)"/g), ([, label = '', operator, value]) => {
        if (ADDED.has(label)) return [];
        const wanted = operator === '=' ? `${label}="${value}"` : `${label}="`;
        return series.some((line) => line.includes(wanted)) ? [] : [`${name} has no ${wanted}`];
      }).flat();
    }).flat(),
  );
  assert.deepEqual(missing, []);
});

test('every alert leads to a section of the page about troubleshooting', async () => {
  const sections = headingSlugs(await readPage(PAGE));
  const alerts = await readPage(ALERTS);
  const links = Array.from(alerts.matchAll(/page: troubleshooting\.md#([\w-]+)/g), ([, heading = '']) => heading);
  assert.equal(links.length, alerts.match(/- alert:/g)?.length);
  assert.deepEqual(
    links.filter((heading) => !sections.has(heading)),
    [],
  );
});

test('docs/operations/monitoring.md explains every check of carrel doctor', async () => {
  const files = globSync(['src/core/system/health*.ts', 'src/cli/doctor.ts'], { cwd: ROOT, exclude: ['**/*.test.ts'] });
  const sources = await Promise.all(files.map((file) => readFile(join(ROOT, file), 'utf8')));
  const names = sources.flatMap((text) =>
    Array.from(
      text.matchAll(/(?:runCheck\(|Check: )(?:index === 0 \? 'space' : )?'([^']+)'/g),
      ([, name = '']) => name,
    ),
  );
  assert.ok(names.length > 20);
  const [, table = ''] = (await readPage('docs/operations/monitoring.md')).split('## carrel doctor');
  assert.deepEqual(
    names.filter((name) => !table.includes(`\`${name}\``)),
    [],
  );
});
