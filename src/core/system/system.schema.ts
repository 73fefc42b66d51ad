import { Type } from 'typebox';
import { text, time } from '../../platform/openapi/fields.ts';

/** The process runs. */
export const LivenessSchema = Type.Object(
  { status: text('`ok`.') },
  { title: 'Liveness', description: 'The answer of a process that runs.' },
);

const check = (what: string) => text(`\`ok\` or \`failed\`: ${what}.`);

export const ReadinessSchema = Type.Object(
  {
    status: text('`ready`, `unavailable`, or `draining`: the service is about to stop.'),
    checks: Type.Object(
      {
        database: check('the connection to the database'),
        schema: check('the migrations of the database'),
        blobs: check('the content store'),
      },
      { description: 'The state of each part.' },
    ),
  },
  { title: 'Readiness', description: 'Whether the service can serve requests.' },
);

export const HealthSchema = Type.Object(
  {
    DateChecked: time('When the checks ran.'),
    Findings: Type.Array(
      Type.Object(
        {
          Check: text('The part that was checked, such as `postgres`.'),
          State: Type.Union(
            [Type.Literal('ok'), Type.Literal('hint'), Type.Literal('warning'), Type.Literal('failed')],
            { description: '`hint`: an optional part is missing.' },
          ),
          Detail: text('The finding in one sentence.'),
        },
        { title: 'HealthFinding', description: 'The state of one part.' },
      ),
      { description: 'One finding per part.' },
    ),
  },
  { title: 'Health', description: 'The health of the service.' },
);
