#!/usr/bin/env -S node --disable-warning=ExperimentalWarning
// The command line of the npm package.
if (Number.parseInt(process.versions.node, 10) < 24) {
  process.stderr.write(`carrel: Node.js 24 or later is needed; this is ${process.version}\n`);
  process.exit(1);
}
await import('../dist/main.js');
